import Signals

extension VirtualTimeScheduler {
    /// A publisher that starts over for each subscriber, the first tick of the text being the moment it subscribes.
    ///
    /// ```swift
    /// let source = scheduler.cold("-a-b-|", values: ["a": 1, "b": 2])
    /// ```
    ///
    /// Values that the subscriber has not asked for are kept until it does.
    ///
    /// - Parameters:
    ///   - text: What happens when; see ``MarbleTimeline``. A fault in it fails the test at the caller's line.
    ///   - values: What the names in the text stand for.
    ///   - tick: How long a tick is.
    ///   - fileID: Where a failure is reported, as the next three; by default the line that calls this.
    ///   - filePath: The file.
    ///   - line: The line.
    ///   - column: The column.
    public func cold<Output: Sendable>(
        _ text: String, values: [Character: Output], tick: Swift.Duration = .milliseconds(1),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> MarblePublisher<Output, Never> {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return publisher(text, isHot: false, tick, site, value: { values[$0] }, error: nil)
    }

    /// A publisher that starts over for each subscriber, and fails with `error` where the text says `#`.
    public func cold<Output: Sendable, Failure: Error>(
        _ text: String, values: [Character: Output], error: Failure, tick: Swift.Duration = .milliseconds(1),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> MarblePublisher<Output, Failure> {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return publisher(text, isHot: false, tick, site, value: { values[$0] }, error: error)
    }

    /// A publisher of the text's own characters that starts over for each subscriber.
    public func cold(
        _ text: String, tick: Swift.Duration = .milliseconds(1),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> MarblePublisher<Character, Never> {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return publisher(text, isHot: false, tick, site, value: { $0 }, error: nil)
    }

    /// A publisher that goes its way whoever subscribes, the first tick of the text, or the one marked `^`, being the
    /// present moment.
    ///
    /// A subscriber gets what comes from then on, and loses what it has not asked for.
    ///
    /// - Parameters:
    ///   - text: What happens when; see ``MarbleTimeline``. A fault in it fails the test at the caller's line.
    ///   - values: What the names in the text stand for.
    ///   - tick: How long a tick is.
    ///   - fileID: Where a failure is reported, as the next three; by default the line that calls this.
    ///   - filePath: The file.
    ///   - line: The line.
    ///   - column: The column.
    public func hot<Output: Sendable>(
        _ text: String, values: [Character: Output], tick: Swift.Duration = .milliseconds(1),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> MarblePublisher<Output, Never> {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return publisher(text, isHot: true, tick, site, value: { values[$0] }, error: nil)
    }

    /// A publisher that goes its way whoever subscribes, and fails with `error` where the text says `#`.
    public func hot<Output: Sendable, Failure: Error>(
        _ text: String, values: [Character: Output], error: Failure, tick: Swift.Duration = .milliseconds(1),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> MarblePublisher<Output, Failure> {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return publisher(text, isHot: true, tick, site, value: { values[$0] }, error: error)
    }

    /// A publisher of the text's own characters that goes its way whoever subscribes.
    public func hot(
        _ text: String, tick: Swift.Duration = .milliseconds(1),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> MarblePublisher<Character, Never> {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return publisher(text, isHot: true, tick, site, value: { $0 }, error: nil)
    }

    private func publisher<Output: Sendable, Failure: Error>(
        _ text: String, isHot: Bool, _ tick: Swift.Duration, _ site: CallSite, value: (Character) -> Output?,
        error: Failure?
    ) -> MarblePublisher<Output, Failure> {
        let timeline = MarbleTimeline.reading(text, at: site)
        let script = timeline.entries.compactMap { entry -> (Swift.Duration, MarblePublisher<Output, Failure>.Event)? in
            switch entry.event {
            case .value(let name):
                if let value = value(name) { return (tick.multiplied(by: entry.tick), .value(value)) }
                TestFailure.report("there is no value for '\(name)' in '\(text)'", at: site)
            case .finished:
                return (tick.multiplied(by: entry.tick), .completion(.finished))
            case .failed:
                if let error { return (tick.multiplied(by: entry.tick), .completion(.failure(error))) }
                TestFailure.report("there is no error for '#' in '\(text)'", at: site)
            case .cancelled:
                TestFailure.report("a publisher does not cancel: '!' has no meaning in '\(text)'", at: site)
            }
            return nil
        }
        return MarblePublisher(script, isHot: isHot, on: self)
    }
}

extension MarbleTimeline {
    /// The time line of a text; of one that is at fault an empty one, after a failure at the given place.
    static func reading(_ text: String, at site: CallSite) -> MarbleTimeline {
        do throws(MarbleSyntaxError) {
            return try MarbleTimeline(text)
        } catch {
            TestFailure.report("\(error)", at: site)
            return MarbleTimeline([])
        }
    }
}
