import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct OperatorCaseTests {
    private func check(
        _ recorder: Recorder<String, any Error>, is line: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(recorder.line == line, sourceLocation: sourceLocation)
        #expect(recorder.violations == [], sourceLocation: sourceLocation)
    }

    @Test("every operator gives what it should for values and a finish", arguments: OperatorCase.all)
    func finishing(row: OperatorCase) {
        check(row.apply(source(row.input)).record(), is: row.finishing)
    }

    @Test("every operator gives what it should for values and a failure", arguments: OperatorCase.all)
    func failing(row: OperatorCase) {
        check(row.apply(source(row.input, .failure(.upstream))).record(), is: row.failing)
    }

    @Test("every operator gives what it should for no values", arguments: OperatorCase.all)
    func empty(row: OperatorCase) {
        check(row.apply(source([])).record(), is: row.empty)
        check(row.apply(source([], .failure(.upstream))).record(), is: row.emptyFailing)
    }

    @Test("every operator gives the same one by one, and nothing that was not asked for", arguments: OperatorCase.all)
    func oneByOne(row: OperatorCase) {
        for (completion, line) in [(.finished, row.finishing), (.failure(.upstream), row.failing)]
            as [(Subscribers.Completion<Broken>, String)]
        {
            let upstream = source(row.input, completion)
            check(row.apply(upstream).record(demand: .max(1)) { _, _ in .max(1) }, is: line)

            let patient = row.apply(upstream).record(demand: .none)
            for count in 0...row.input.count + 2 {
                #expect(patient.values.count <= count)
                patient.request(.max(1))
            }
            check(patient, is: line)
        }
    }

    @Test("a plain finish never waits for demand, and a final value does", arguments: OperatorCase.all)
    func demandOfTheEnding(row: OperatorCase) {
        let recorder = row.apply(source([])).record(demand: .none)
        if row.empty == "|" { return check(recorder, is: "|") }
        check(recorder, is: "")
        recorder.request(.max(1))
        check(recorder, is: row.empty)
    }

    @Test("a failure never waits for demand where there is no value to come first", arguments: OperatorCase.all)
    func demandOfTheFailure(row: OperatorCase) {
        let recorder = row.apply(source([], .failure(.upstream))).record(demand: .none)
        if !row.emptyFailing.contains(" ") { return check(recorder, is: row.emptyFailing) }
        check(recorder, is: "")
        recorder.request(.max(1))
        check(recorder, is: row.emptyFailing)
    }

    @Test("an operator that ends early cancels upstream, once", arguments: OperatorCase.all)
    func earlyEnd(row: OperatorCase) {
        let cancels = Protected(0)
        let subject = PassthroughSubject<Int, Broken>()
        let recorder = row.apply(
            subject.handleEvents(receiveCancel: { cancels.increment() }).eraseToAnyPublisher()
        ).record()
        for value in row.input { subject.send(value) }
        let endedEarly = recorder.completion != nil
        #expect(cancels.current == (endedEarly ? 1 : 0))
        subject.send(completion: .failure(.upstream))
        check(recorder, is: row.failing)
        recorder.cancel()
        #expect(cancels.current == (endedEarly ? 1 : 0))
    }

    @Test("cancelling reaches upstream once, and nothing comes after it", arguments: OperatorCase.all)
    func cancelling(row: OperatorCase) {
        let cancels = Protected(0)
        let subject = PassthroughSubject<Int, Broken>()
        let recorder = row.apply(
            subject.handleEvents(receiveCancel: { cancels.increment() }).eraseToAnyPublisher()
        ).record()
        let before = recorder.line
        recorder.cancel()
        recorder.cancel()
        #expect(cancels.current == 1)
        for value in row.input { subject.send(value) }
        subject.send(completion: .finished)
        check(recorder, is: before)
    }

    @Test("two subscriptions know nothing of each other", arguments: OperatorCase.all)
    func twoSubscriptions(row: OperatorCase) {
        let publisher = row.apply(source(row.input))
        let first = publisher.record(demand: .none)
        check(publisher.record(), is: row.finishing)
        first.request(.unlimited)
        check(first, is: row.finishing)
    }

    @Test("every operator keeps the contract", arguments: OperatorCase.all)
    func contract(row: OperatorCase) {
        verifyPublisher { row.apply(source(row.input)) }
        verifyPublisher { row.apply(source(row.input, .failure(.upstream))) }
    }
}
