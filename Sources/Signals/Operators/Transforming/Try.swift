extension Operators {
    /// An operator with the failure `any Error`, made to fit an upstream with a narrower one.
    ///
    /// It stands in the chain as one link, where `mapError` before the operator would be a second one.
    @frozen public struct Try<Op: Operator, InputFailure: Error>: Operator
    where Op.InputFailure == any Error, Op.Failure == any Error {
        @usableFromInline let op: Op

        @inlinable public init(_ op: Op) { self.op = op }

        @inlinable public var demandPolicy: DemandPolicy { op.demandPolicy }

        @inlinable public func makeState() -> Op.State { op.makeState() }

        @inlinable public func begin(_ state: inout Op.State) -> Ending<Op.Output, any Error>? { op.begin(&state) }

        @inlinable public func next(_ input: Op.Input, _ state: inout Op.State) throws(any Error) -> Step<Op.Output> {
            try op.next(input, &state)
        }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<InputFailure>, _ state: inout Op.State
        ) -> Ending<Op.Output, any Error> {
            op.complete(completion.mapError { $0 }, &state)
        }
    }
}
