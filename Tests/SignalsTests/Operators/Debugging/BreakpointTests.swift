import Foundation
import Signals
import Testing

@Suite struct BreakpointTests {
    @Test("the program stops at a value that the closure picks")
    func output() async {
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = [1, 2].publisher.breakpoint(receiveOutput: { $0 == 2 }).sink { _ in }
        }
    }

    @Test("the program stops at the subscription and at the ending")
    func subscriptionAndCompletion() async {
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = Just(1).breakpoint(receiveSubscription: { _ in true }).sink { _ in }
        }
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = Just(1).breakpoint(receiveCompletion: { $0 == .finished }).sink { _ in }
        }
    }

    @Test("the program stops at a failure")
    func failure() async {
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = Fail<Int, Broken>(error: .upstream).breakpointOnError()
                .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        }
    }
}
