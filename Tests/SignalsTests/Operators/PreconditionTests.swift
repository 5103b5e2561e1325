import Foundation
import Signals
import Testing

/// Calls that can only be a mistake stop the program.
@Suite struct PreconditionTests {
    @Test("a number of values below zero stops the program (C68)")
    func negativeCounts() async {
        await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).prefix(-1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).dropFirst(-1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).output(at: -1) }
        await #expect(processExitsWith: .failure) { _ = [1].publisher.output(in: -1..<1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).collect(0) }
    }
}
