import Signals

/// Fails the test unless a publisher does, tick for tick, what a marble text says.
///
/// ```swift
/// expect(source.map { $0 * 2 }, emits: "--a-b-|", values: ["a": 2, "b": 4], on: scheduler)
/// ```
///
/// It subscribes, moves time to the last tick of the text, and compares. A `!` in the text cancels there: ahead of what
/// else happens at that tick, or behind it if it stands in a group. The failure shows both time lines under each other,
/// with marks where they differ, at the caller's line.
///
/// - Parameters:
///   - publisher: What is subscribed to.
///   - text: What is expected when, from the subscription on; see ``MarbleTimeline``.
///   - values: What the names in the text stand for.
///   - scheduler: Whose time is moved. Nobody else should be moving it.
///   - tick: How long a tick is.
///   - fileID: Where a failure is reported, as the next three; by default the line that calls this.
///   - filePath: The file.
///   - line: The line.
///   - column: The column.
/// - Returns: Whether all was as expected.
@discardableResult
public func expect<P: Publisher>(
    _ publisher: P, emits text: String, values: [Character: P.Output], on scheduler: VirtualTimeScheduler,
    tick: Duration = .milliseconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) -> Bool where P.Output: Sendable & Equatable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = MarbleExpectation(text, tick: tick, site) { values[$0] }
    return expectation.check(publisher, on: scheduler, namesInUse: values.sorted { $0.key < $1.key }) { _ in nil }
}

/// Fails the test unless a publisher does, tick for tick, what a marble text says, and fails with `error` where that
/// says `#`.
@discardableResult
public func expect<P: Publisher>(
    _ publisher: P, emits text: String, values: [Character: P.Output], error: P.Failure,
    on scheduler: VirtualTimeScheduler, tick: Duration = .milliseconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) -> Bool where P.Output: Sendable & Equatable, P.Failure: Equatable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = MarbleExpectation(text, tick: tick, site) { values[$0] }
    return expectation.check(publisher, on: scheduler, namesInUse: values.sorted { $0.key < $1.key }) { failure in
        failure == error ? nil : "it was to fail with \(error), and failed with \(failure)"
    }
}

/// Fails the test unless a publisher of characters does, tick for tick, what a marble text says.
@discardableResult
public func expect<P: Publisher>(
    _ publisher: P, emits text: String, on scheduler: VirtualTimeScheduler, tick: Duration = .milliseconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) -> Bool where P.Output == Character {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return MarbleExpectation(text, tick: tick, site) { $0 }.check(publisher, on: scheduler, namesInUse: []) { _ in nil }
}

/// What a marble text asks of a publisher.
private struct MarbleExpectation<Output: Sendable & Equatable> {
    private let expected: MarbleTimeline
    private let tick: Duration
    private let site: CallSite
    private let value: (Character) -> Output?

    init(_ text: String, tick: Duration, _ site: CallSite, value: @escaping (Character) -> Output?) {
        expected = MarbleTimeline.reading(text, at: site)
        self.tick = tick
        self.site = site
        self.value = value
        for case .value(let name) in expected.entries.map(\.event) where value(name) == nil {
            TestFailure.report("there is no value for '\(name)' in '\(text)'", at: site)
        }
    }

    func check<P: Publisher<Output, Failure>, Failure: Error>(
        _ publisher: P, on scheduler: VirtualTimeScheduler, namesInUse: [(key: Character, value: Output)],
        judge: (Failure) -> String?
    ) -> Bool {
        let recorder = record(publisher, on: scheduler)
        var names = Names(known: namesInUse, isCalled: { value($0) == $1 })
        let origin = recorder.events.first?.time ?? .zero
        let inPlace = expected.valueNames
        var places: [Int: Int] = [:]
        let received = recorder.timeline(tick: tick) { _ in "?" }
        // The same again, with names: of several that mean a value, the one that stands at its place in the text.
        var notes: [String] = []
        var values = recorder.events.compactMap { event -> (Output, SchedulerInstant)? in
            if case .value(let value) = event.signal { (value, event.time) } else { nil }
        }
        values.reverse()
        let named = received.entries.map { entry -> MarbleTimeline.Entry in
            guard case .value = entry.event, let (value, time) = values.popLast() else { return entry }
            let place = places[entry.tick, default: 0]
            places[entry.tick] = place + 1
            let candidates = inPlace[entry.tick] ?? []
            let name = names.name(of: value, preferring: place < candidates.count ? candidates[place] : nil)
            if !Recorder<Output, Failure>.ticks(from: origin, to: time, tick: tick).isExact {
                notes.append("\(name) came between two ticks, at \(time.exactMilliseconds)")
            }
            return MarbleTimeline.Entry(tick: entry.tick, event: .value(name))
        }
        if let failure = recorder.failure, let note = judge(failure) { notes.append(note) }
        notes += recorder.violations
        let difference = MarbleDifference(expected: expected, received: MarbleTimeline(named), tick: tick)
        if difference.isEmpty, notes.isEmpty { return true }
        let message = ["what was emitted is not what was expected", difference.description] + names.legend + notes
        TestFailure.report(message.joined(separator: "\n"), at: site)
        return false
    }

    private func record<P: Publisher<Output, Failure>, Failure: Error>(
        _ publisher: P, on scheduler: VirtualTimeScheduler
    ) -> Recorder<Output, Failure> {
        let start = scheduler.now
        let recorder = Recorder<Output, Failure>(on: scheduler)
        let ending = expected.entries.last { $0.event.isEnd }
        func scheduleCancelling() -> (any Cancellable)? {
            guard let ending, ending.event == .cancelled else { return nil }
            return scheduler.schedule(after: start.advanced(by: tick.multiplied(by: ending.tick))) { recorder.cancel() }
        }
        // A mark by itself cancels ahead of what else comes at its tick, one in a group behind that.
        let isAlone = expected.entries.count { $0.tick == ending?.tick } == 1
        var cancelling = isAlone ? scheduleCancelling() : nil
        publisher.receive(subscriber: recorder)
        if !isAlone { cancelling = scheduleCancelling() }
        scheduler.advance(to: start.advanced(by: tick.multiplied(by: max(0, expected.end - 1))))
        // One that was to end and has not gets some time more, so that the failure can show when it does.
        if let ending, ending.event != .cancelled, recorder.completion == nil {
            scheduler.advance(by: tick.multiplied(by: expected.end + 10))
        }
        cancelling?.cancel()
        if recorder.completion == nil, recorder.cancelTime == nil { recorder.stop() }
        return recorder
    }
}

/// The names of received values.
private struct Names<Output> {
    private var known: [(name: Character, value: Output)]
    private let isCalled: (Character, Output) -> Bool
    private let firstUnknown: Int
    private var spare: [Character]

    init(known: [(key: Character, value: Output)], isCalled: @escaping (Character, Output) -> Bool) {
        self.known = known.map { ($0.key, $0.value) }
        self.isCalled = isCalled
        firstUnknown = known.count
        let used = Set(known.map(\.key))
        spare = "ZYXWVUTSRQPONMLKJIHGFEDCBA".filter { !used.contains($0) }
    }

    mutating func name(of value: Output, preferring preferred: Character?) -> Character where Output: Equatable {
        if let preferred, isCalled(preferred, value) { return preferred }
        if let character = value as? Character, MarbleTimeline.isValueName(character) { return character }
        if let entry = known.first(where: { $0.value == value }) { return entry.name }
        let name = spare.popLast() ?? "?"
        known.append((name, value))
        return name
    }

    /// What the names stand for that are not in the test.
    var legend: [String] { known.dropFirst(firstUnknown).map { "\($0.name) stands for \($0.value)" } }
}

extension MarbleTimeline {
    /// The names of the values of each tick.
    fileprivate var valueNames: [Int: [Character]] {
        var names: [Int: [Character]] = [:]
        for case let (tick, .value(name)) in entries.map({ ($0.tick, $0.event) }) {
            names[tick, default: []].append(name)
        }
        return names
    }
}
