/// Something that text can be written to from any thread, for `print(_:to:)`.
public protocol EventLog: Sendable {
    /// Adds one line.
    func write(line: String)
}

extension Publisher {
    /// Writes a line for everything that passes, and changes nothing.
    ///
    /// - Parameters:
    ///   - prefix: What each line begins with.
    ///   - log: Where the lines go, or `nil` for standard output.
    /// - Demand: One for one.
    public func print(_ prefix: String = "", to log: (any EventLog)? = nil) -> Publishers.Print<Self> {
        let start = prefix.isEmpty ? "" : prefix + ": "
        let write: @Sendable (String) -> Void = { text in
            if let log { log.write(line: start + text) } else { Swift.print(start + text) }
        }
        let text: @Sendable (Subscribers.Demand) -> String = { demand in
            demand.max.map { "request max: (\($0))" } ?? "request unlimited"
        }
        var events = Operators.HandleEvents<Output, Failure>(
            receiveSubscription: { write("receive subscription: (\(Diagnostics.name(of: type(of: $0))))") },
            receiveOutput: { write("receive value: (\($0))") },
            receiveCompletion: { completion in
                switch completion {
                case .finished: write("receive finished")
                case .failure(let error): write("receive error: (\(error))")
                }
            },
            receiveCancel: { write("receive cancel") },
            receiveRequest: { write(text($0)) })
        events.receiveReturn = { write(text($0) + " (synchronous)") }
        return apply(events)
    }
}

extension Publishers {
    /// The publisher behind `print(_:to:)`.
    public typealias Print<Upstream: Publisher> = Applied<
        Upstream, Operators.HandleEvents<Upstream.Output, Upstream.Failure>
    >
}
