// A loop over values throws what the publisher fails with, and nothing else.
import Signals

enum PipeBroken: Error { case pipe }

func count(_ lines: PassthroughSubject<String, PipeBroken>) async throws(PipeBroken) -> Int {
    var count = 0
    // refused: for await _ in lines.values { count += 1 }
    // error: call can throw, but the error is not handled
    for try await _ in lines.values { count += 1 }
    return count
}

func count(_ lines: PassthroughSubject<String, Never>) async -> Int {
    var count = 0
    for await _ in lines.values { count += 1 }
    return count
}
