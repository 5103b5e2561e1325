/// A publisher that plays back values and an ending which were recorded before.
///
/// Each subscriber gets all of them.
///
/// - Demand: The values wait until they are asked for. The ending follows the last of them at once.
public struct Record<Output: Sendable, Failure: Error>: Publisher {
    /// What is played back.
    public let recording: Recording

    /// Plays `recording` back.
    public init(recording: Recording) {
        self.recording = recording
    }

    /// Plays `output` back, and then `completion`.
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        self.init(recording: Recording(output: output, completion: completion))
    }

    /// Plays back what `record` puts into a new recording. It is called once, now.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.init(recording: recording)
    }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        IteratorSubscription.start(
            recording.output.makeIterator(), then: recording.completion, name: Self.self, downstream: subscriber)
    }

    /// Values, and the ending after them.
    public struct Recording: Sendable {
        /// The values, in order.
        public private(set) var output: [Output]
        /// The ending: a plain finish until another has been received.
        public private(set) var completion: Subscribers.Completion<Failure>
        private var isComplete: Bool

        /// A recording of nothing so far.
        public init() {
            output = []
            completion = .finished
            isComplete = false
        }

        /// A complete recording.
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            self.output = output
            self.completion = completion
            isComplete = true
        }

        /// Adds a value. After the ending it is ignored, and reported as a broken rule.
        public mutating func receive(_ input: Output) {
            if mayGoOn { output.append(input) }
        }

        /// Sets the ending. A second one is ignored, and reported as a broken rule.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            guard mayGoOn else { return }
            self.completion = completion
            isComplete = true
        }

        private var mayGoOn: Bool {
            if isComplete { Diagnostics.report(.eventAfterCompletion, at: Record.self) }
            return !isComplete
        }
    }
}

extension Record.Recording: Equatable where Output: Equatable, Failure: Equatable {}
extension Record: Equatable where Output: Equatable, Failure: Equatable {}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: CodingKey { case output, completion }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            output: try container.decode([Output].self, forKey: .output),
            completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encode(completion, forKey: .completion)
    }
}

extension Record: Codable where Output: Codable, Failure: Codable {}
