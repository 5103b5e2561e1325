import Foundation

extension Publisher {
    /// Stops in the debugger when one of the closures says so, and changes nothing.
    ///
    /// Without a debugger the program ends there.
    ///
    /// - Demand: One for one.
    public func breakpoint(
        receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
        receiveOutput: (@Sendable (Output) -> Bool)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)? = nil
    ) -> Publishers.Breakpoint<Self> {
        handleEvents(
            receiveSubscription: receiveSubscription.map(trapping), receiveOutput: receiveOutput.map(trapping),
            receiveCompletion: receiveCompletion.map(trapping))
    }

    /// Stops in the debugger when this publisher fails, and changes nothing.
    ///
    /// Without a debugger the program ends there.
    ///
    /// - Demand: One for one.
    public func breakpointOnError() -> Publishers.Breakpoint<Self> {
        breakpoint(receiveCompletion: { if case .failure = $0 { true } else { false } })
    }
}

extension Publishers {
    /// The publisher behind `breakpoint(…)` and `breakpointOnError()`.
    public typealias Breakpoint<Upstream: Publisher> = Applied<
        Upstream, Operators.HandleEvents<Upstream.Output, Upstream.Failure>
    >
}

private func trapping<Value>(when stops: @escaping @Sendable (Value) -> Bool) -> @Sendable (Value) -> Void {
    { if stops($0) { raise(SIGTRAP) } }
}
