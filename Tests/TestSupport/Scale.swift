import Foundation

/// How often something is done in a stress test: `full` times in a release build, or when `SIGNALS_STRESS` is set in the
/// environment, and `usual` times in a debug build, which is many times slower, also under ThreadSanitizer.
package func repetitions(usual: Int, full: Int) -> Int {
    #if DEBUG
    ProcessInfo.processInfo.environment["SIGNALS_STRESS"] == nil ? usual : full
    #else
    full
    #endif
}

/// The processor time that this thread has used, in seconds.
package func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
