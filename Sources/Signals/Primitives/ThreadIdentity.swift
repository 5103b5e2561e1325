#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Tells threads apart, and the main actor from everything else.
@usableFromInline
package enum ThreadIdentity {
    /// A number that no other living thread has. It is never zero.
    @usableFromInline package static var current: UInt {
        #if canImport(Darwin)
        UInt(bitPattern: pthread_self())
        #else
        UInt(bitPattern: Int(pthread_self()))
        #endif
    }

    /// Where the stack of this thread is just now, for finding out whether something recurses.
    @inline(never)
    package static var stackPosition: UInt {
        var here = 0
        return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    }

    /// Gives up the rest of the calling thread's time slice.
    @usableFromInline package static func letOthersRun() { sched_yield() }

    /// Takes the calling thread off the processor for a moment.
    package static func rest(microseconds: UInt32) { usleep(microseconds) }
}
