#if canImport(Darwin)
import Synchronization
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The one lock of the library.
///
/// Whoever holds it may only touch memory: nothing of a user's runs inside, no closure, no `deinit`, no scheduler.
/// What a critical section takes out of shared state is therefore returned from it and released by the caller.
///
/// On Linux it is a pthread mutex, not a `Mutex`: ThreadSanitizer does not see into the latter there, and under
/// contention it was the slower of the two.
@usableFromInline
package struct Lock: ~Copyable, @unchecked Sendable {
    // Sound: the mutex is made for being used from several threads, and its address never changes.
    #if canImport(Darwin)
    @usableFromInline let mutex = Mutex<Void>(())
    #else
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    #endif

    @usableFromInline
    package init() {
        #if !canImport(Darwin)
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "the system has no memory left for a mutex (error \(status))")
        #endif
    }

    #if !canImport(Darwin)
    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }
    #endif

    @inlinable
    package borrowing func withLock<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        #if canImport(Darwin)
        mutex._unsafeLock()
        defer { mutex._unsafeUnlock() }
        #else
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        #endif
        return try body()
    }
}

/// State behind a ``Lock``, for everything that has no reason to be quicker than that.
@usableFromInline
package final class Locked<State>: @unchecked Sendable {
    // Sound: `state` is read and written inside `withLock` only.
    @usableFromInline let lock = Lock()
    @usableFromInline @exclusivity(unchecked) var state: State

    @usableFromInline
    package init(_ state: sending State) {
        self.state = state
    }

    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLock { () throws(Failure) -> Result in try body(&state) }
    }

    /// Takes out what is there. It is released by the caller, outside the lock.
    package func take<Value: Sendable>() -> Value? where State == Value? { withLock { $0.take() } }
}
