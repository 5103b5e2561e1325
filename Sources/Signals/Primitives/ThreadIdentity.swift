import Synchronization

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

    /// A number that no other thread has or will have, for telling who it was when the thread may have ended.
    package static var serial: Int {
        let known = Int(bitPattern: pthread_getspecific(serialKey))
        if known != 0 { return known }
        let new = count.add(1, ordering: .relaxed).newValue
        pthread_setspecific(serialKey, UnsafeRawPointer(bitPattern: new))
        return new
    }

    /// How many threads have been given a serial number. It protects nothing.
    private static let count = Atomic<Int>(0)

    private static let serialKey: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "the system has no thread-specific data left (error \(status))")
        return key
    }()

    /// Where the stack of this thread is just now, for finding out whether something recurses.
    @inline(never)
    package static var stackPosition: UInt {
        var here = 0
        return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    }

    /// Whether this thread may be made to wait for another. The main thread may not, nor one that runs a task: the pool has
    /// few, and whoever is waited for may need one.
    package static var mayWait: Bool {
        !MainActorContext.isCurrent && withUnsafeCurrentTask { $0 == nil }
    }
}
