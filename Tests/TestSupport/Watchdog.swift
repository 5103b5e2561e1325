import Dispatch
import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether this was built with ThreadSanitizer, which makes everything some ten times as slow.
package let isThreadSanitized: Bool = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    defer { dlclose(program) }
    return dlsym(program, "__tsan_init") != nil
}()

/// How much more of the stack the same calls take than usually: ThreadSanitizer makes every frame several times as big.
private let stackFactor = isThreadSanitized ? 8 : 1

/// Runs `body` on a thread of its own and fails, instead of hanging, if it has not ended after `limit` seconds.
///
/// The limit is for what hangs, not for what is slow: other tests, or other programs, may need the machine at the moment.
/// With a small stack it also shows recursion that only Apple's secondary threads, at 512 KiB, would notice.
package func underWatchdog(
    stackSize: Int = 512 * 1024, limit: Int = 300, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () -> Void
) {
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
        body()
        ended.signal()
    }
    thread.stackSize = stackSize * stackFactor
    thread.start()
    if ended.wait(timeout: .now() + .seconds(limit)) == .timedOut {
        Issue.record("the body did not end within \(limit) seconds", sourceLocation: sourceLocation)
    }
}

/// The same for a test that must not block the thread it runs on: the pool has few, and what the body waits for may need
/// one.
package func onOwnThread(
    stackSize: Int = 512 * 1024, limit: Int = 300, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () -> Void
) async {
    let isInTime = await withCheckedContinuation { continuation in
        let waiting = Protected<CheckedContinuation<Bool, Never>?>(continuation)
        @Sendable func end(_ isInTime: Bool) {
            waiting.withValue { $0.take() }?.resume(returning: isInTime)
        }
        let thread = Thread {
            body()
            end(true)
        }
        thread.stackSize = stackSize * stackFactor
        thread.start()
        // A queue of its own: the global ones may be busy with what is tested.
        DispatchQueue(label: "watchdog").asyncAfter(deadline: .now() + .seconds(limit)) { end(false) }
    }
    if !isInTime { Issue.record("the body did not end within \(limit) seconds", sourceLocation: sourceLocation) }
}

/// The same for asynchronous bodies: what hangs fails after `limit` seconds, and its task is cancelled and left behind.
package func underWatchdog(
    limit: Int = 300, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () async throws -> Void
) async throws {
    let (results, continuation) = AsyncStream.makeStream(of: Result<Void, any Error>?.self)
    let task = Task {
        do {
            continuation.yield(.success(try await body()))
        } catch {
            continuation.yield(.failure(error))
        }
    }
    // A dispatch timer, not a sleeping task: it fires even when the pool of the concurrency runtime is blocked.
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + .seconds(limit))
    timer.setEventHandler { continuation.yield(nil) }
    timer.resume()
    defer { timer.cancel() }
    for await result in results {
        guard let result else {
            Issue.record("the body did not end within \(limit) seconds", sourceLocation: sourceLocation)
            task.cancel()
            return
        }
        return try result.get()
    }
}
