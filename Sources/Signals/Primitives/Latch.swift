import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Where one thread waits for another one's word, for so long at most: a condition variable on the monotonic clock.
///
/// It has a mutex of its own and not a ``Lock``, since no condition variable can be waited for with Apple's `Mutex`.
package final class Latch: @unchecked Sendable {
    // Sound: both are made for being used from several threads, and their addresses never change.
    /// Protects `isOpen`. While it is free a thread that waits has been woken if `isOpen` is true.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isOpen = false

    package init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        var status = pthread_mutex_init(mutex, nil)
        #if canImport(Darwin)
        if status == 0 { status = pthread_cond_init(condition, nil) }
        #else
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        if status == 0 { status = pthread_cond_init(condition, &attributes) }
        pthread_condattr_destroy(&attributes)
        #endif
        precondition(status == 0, "the system has no memory left for a condition variable (error \(status))")
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deinitialize(count: 1)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Lets the thread go on that waits, or that will.
    package func open() {
        pthread_mutex_lock(mutex)
        isOpen = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until the latch is open, or for so long.
    package func wait(nanoseconds: Int) {
        let deadline = Self.uptime + nanoseconds
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        // A thread may also be woken for no reason.
        while !isOpen {
            #if canImport(Darwin)
            let rest = deadline - Self.uptime
            if rest <= 0 { return }
            var time = timespec(tv_sec: rest / 1_000_000_000, tv_nsec: rest % 1_000_000_000)
            if pthread_cond_timedwait_relative_np(condition, mutex, &time) == ETIMEDOUT { return }
            #else
            var time = timespec(tv_sec: .init(deadline / 1_000_000_000), tv_nsec: .init(deadline % 1_000_000_000))
            if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { return }
            #endif
        }
    }

    /// The monotonic clock, in nanoseconds.
    package static var uptime: Int { Int(DispatchTime.now().uptimeNanoseconds) }
}
