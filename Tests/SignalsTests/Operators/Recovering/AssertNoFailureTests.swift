import Foundation
import Signals
import Testing

@Suite struct AssertNoFailureTests {
    @Test("a failure stops the program, with the error in the message")
    func failing() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Fail<Int, Broken>(error: .upstream).assertNoFailure("the settings").sink { _ in }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("the settings: a publisher that must not fail failed with upstream"))
    }
}
