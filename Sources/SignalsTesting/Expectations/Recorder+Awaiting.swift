import Dispatch
import Signals

extension Recorder {
    /// The next value that no `next()` and no expectation has taken yet, when it has come.
    ///
    /// ```swift
    /// let names = model.names.record(on: time)
    /// model.load()
    /// #expect(try await names.next() == "first")
    /// try await names.expectNext("second", "third")
    /// try await names.expectFinish()
    /// ```
    ///
    /// With a recorder on a ``VirtualTimeScheduler`` time is moved on to what is due next, until a value comes; it is in
    /// vain as soon as nothing is due any more. With any other the test waits until the value comes, and a timer that fires
    /// after `limit` ends a wait in vain.
    ///
    /// Where an ending comes instead, or nothing, the test fails at the line of the caller and ends there. The failure shows
    /// what has come, as marbles.
    ///
    /// - Parameters:
    ///   - limit: How long to wait at most, in the recorder's time.
    ///   - fileID: Where a failure is reported, as the next three; by default the line that calls this.
    ///   - filePath: The file.
    ///   - line: The line.
    ///   - column: The column.
    public nonisolated(nonsending) func next(
        within limit: Duration = .seconds(10),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> Input {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        switch try await nextSignal(within: limit) {
        case .value(let value): return value
        case let other: throw unmet("a value was to come next", instead: other, at: site)
        }
    }

    /// Fails the test, and ends it, unless these values come next, in this order.
    public nonisolated(nonsending) func expectNext(
        _ expected: Input..., within limit: Duration = .seconds(10),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async throws where Input: Equatable {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        for value in expected {
            let signal = try await nextSignal(within: limit)
            if case .value(value) = signal { continue }
            throw unmet("\(value) was to come next", instead: signal, at: site)
        }
    }

    /// Fails the test, and ends it, unless the stream finishes next, without another value.
    public nonisolated(nonsending) func expectFinish(
        within limit: Duration = .seconds(10),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let signal = try await nextSignal(within: limit)
        if case .completion(.finished) = signal { return }
        throw unmet("the stream was to finish next", instead: signal, at: site)
    }

    /// The error that the stream fails with next, without another value.
    @discardableResult
    public nonisolated(nonsending) func expectFailure(
        within limit: Duration = .seconds(10),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> Failure {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let signal = try await nextSignal(within: limit)
        if case .completion(.failure(let error)) = signal { return error }
        throw unmet("the stream was to fail next", instead: signal, at: site)
    }

    /// Fails the test, and ends it, if a value or an ending has come that nobody has taken, or comes within `duration` of
    /// virtual time.
    ///
    /// - Parameters:
    ///   - duration: How far time is moved on. For what comes on other threads there is no such time: without any, only what
    ///     has come by now counts.
    ///   - time: Whose time is moved; by default the recorder's.
    ///   - fileID: Where a failure is reported, as the next three; by default the line that calls this.
    ///   - filePath: The file.
    ///   - line: The line.
    ///   - column: The column.
    public nonisolated(nonsending) func expectNoMore(
        for duration: Duration = .zero, on time: VirtualTimeScheduler? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let time = time ?? virtualTime
        precondition(time != nil || duration == .zero, "expectNoMore(for:) takes a duration of virtual time only")
        await time?.settle(after: duration)
        if let signal = takeSignal() { throw unmet("nothing was to come", instead: signal, at: site) }
    }

    // MARK: Waiting

    private var virtualTime: VirtualTimeScheduler? {
        scheduler as? VirtualTimeScheduler ?? (scheduler as? VirtualMainActorScheduler)?.scheduler
    }

    private nonisolated(nonsending) func nextSignal(within limit: Duration) async throws -> Signal? {
        if let signal = takeSignal() { return signal }
        guard let virtualTime else { return try await wait(atMost: limit) }
        await moveOn(virtualTime, within: limit)
        return takeSignal()
    }

    private nonisolated(nonsending) func moveOn(_ time: VirtualTimeScheduler, within limit: Duration) async {
        let end = time.now.advanced(by: limit)
        await time.settle()
        // What is due now counts, so it goes by what has come and not by what time it is.
        while gateForNext() != nil, !Task.isCancelled, let next = time.nextInstant(onTheWayTo: end) {
            await time.settle(until: next)
        }
    }

    /// Waits until something comes, or a timer fires. What comes may be taken by another who waits.
    private nonisolated(nonsending) func wait(atMost limit: Duration) async throws -> Signal? {
        let queue = DispatchQueue.global()
        let end = queue.now.advanced(by: limit)
        while true {
            let gate = gateForNext()
            if let signal = takeSignal() { return signal }
            guard let gate else { continue }
            if queue.now >= end { return nil }
            let timer = queue.schedule(after: end, tolerance: .zero) { gate.open() }
            defer { timer.cancel() }
            try await gate.wait()
        }
    }

    // MARK: Failures

    private func unmet(_ expectation: String, instead signal: Signal?, at site: CallSite) -> any Error {
        let instead =
            switch signal {
            case nil, .subscription?: "nothing came"
            case .value(let value)?: "\(value) came"
            case .completion(.finished)?: "the stream finished"
            case .completion(.failure(let error))?: "the stream failed with \(error)"
            }
        return TestFailure.stop("\(expectation), and \(instead)\n\(picture)", at: site)
    }

    /// All that has come: as marbles, where that is a line that can be read.
    private var picture: String {
        var names: [String: Character] = [:]
        var spare = Array("ZYXWVUTSRQPONMLKJIHGFEDCBAzyxwvutsrqponmlkjihgfedcba")
        let line = timeline { value in
            let text = "\(value)"
            if text.count == 1, let character = text.first, MarbleTimeline.isValueName(character) { return character }
            if names[text] == nil { names[text] = spare.popLast() ?? "?" }
            return names[text]!
        }
        if line.end > 100 {
            let texts = timedValues.map { "\($0.value) at \($0.time.exactMilliseconds)" }
            return "values: " + (texts.isEmpty ? "none" : texts.joined(separator: ", "))
        }
        let legend = names.sorted { $0.value < $1.value }.map { "\($0.value) stands for \($0.key)" }
        return (["received  \(line)"] + legend).joined(separator: "\n")
    }
}
