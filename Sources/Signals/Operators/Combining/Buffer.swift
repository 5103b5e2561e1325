extension Publisher where Output: Sendable {
    /// Keeps values that come before they are asked for, as many as `size`.
    ///
    /// ```
    /// subject.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
    /// ```
    ///
    /// The ending waits until the values that are kept have been given; a plain finish with none kept waits for nothing.
    ///
    /// - Demand: `.byRequest` asks upstream for everything, so the policy decides what is lost. `.keepFull` asks for `size`
    ///   and for another with each value that is given, so nothing overflows; but a subject, which drops what it is not
    ///   asked for, then does so before the buffer sees it.
    /// - Parameters:
    ///   - size: How many values to keep at most.
    ///   - prefetch: How upstream is asked.
    ///   - whenFull: What becomes of a value for which there is no room.
    ///   - receiveDropped: Is given each value that is dropped, to count or to log it.
    @inlinable public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>,
        receiveDropped: (@Sendable (Output) -> Void)? = nil
    ) -> Publishers.Buffer<Self> {
        Publishers.Joined(
            Publishers.One(self),
            Operators.Buffer(size: size, prefetch: prefetch, whenFull: whenFull, receiveDropped: receiveDropped))
    }
}

extension Publishers {
    /// How a buffer asks upstream for values.
    @frozen public enum PrefetchStrategy: Hashable, Sendable {
        /// As many as the buffer has room for.
        case keepFull
        /// Everything.
        case byRequest
    }

    /// What a buffer does with a value for which it has no room.
    @frozen public enum BufferingStrategy<Failure: Error>: Sendable {
        /// Drops the value that came.
        case dropNewest
        /// Drops the value that has been kept for the longest time.
        case dropOldest
        /// Cancels upstream and fails, once the values that are kept have been given.
        case customError(@Sendable () -> Failure)
    }

    /// The publisher behind `buffer(size:prefetch:whenFull:receiveDropped:)`.
    public typealias Buffer<Upstream: Publisher> = Joined<
        One<Upstream>, Operators.Buffer<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `buffer(size:prefetch:whenFull:receiveDropped:)`.
    @frozen public struct Buffer<Output: Sendable, Failure: Error>: OperatorMachine {
        @usableFromInline let size: Int
        @usableFromInline let prefetch: Publishers.PrefetchStrategy
        @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>
        @usableFromInline let receiveDropped: (@Sendable (Output) -> Void)?
        @usableFromInline var waiting = Queue<Output>()
        @usableFromInline var ending: Subscribers.Completion<Failure>?

        @inlinable public static var takesFailures: Bool { true }

        @inlinable public init(
            size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>,
            receiveDropped: (@Sendable (Output) -> Void)? = nil
        ) {
            precondition(size >= 0, "buffer(size:) takes zero or more; it was given \(size)")
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
            self.receiveDropped = receiveDropped
        }

        /// Where nothing is kept ahead, upstream is asked for what the subscriber asks for.
        @inlinable var passesDemand: Bool { prefetch == .keepFull && size == 0 }

        @inlinable public mutating func handle(_ event: MachineEvent<Output, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start:
                let first: Subscribers.Demand = passesDemand ? effects.demand : .max(size)
                effects.request(prefetch == .byRequest ? .unlimited : first, from: 0)
            case .input(let value, _): take(value, &effects)
            case .demand(let added):
                if passesDemand { effects.request(added, from: 0) }
                while effects.hasDemand, let value = waiting.popFirst() { give(value, &effects) }
                if waiting.isEmpty, let ending { effects.complete(ending) }
            case .finished: end(.finished, &effects)
            case .failed(let error, _): end(.failure(error), &effects)
            case .timer, .timerLost, .echo, .delivered: break
            }
        }

        @inlinable mutating func take(_ value: Output, _ effects: inout Effects<Self>) {
            if ending != nil { return }
            if waiting.isEmpty, effects.hasDemand { return give(value, &effects) }
            if waiting.count < size { return waiting.append(value) }
            switch whenFull {
            case .dropNewest: receiveDropped?(value)
            case .dropOldest:
                waiting.append(value)
                if let oldest = waiting.popFirst() { receiveDropped?(oldest) }
            case .customError(let makeError):
                receiveDropped?(value)
                effects.cancel(0)
                end(.failure(makeError()), &effects)
            }
        }

        @inlinable mutating func give(_ value: Output, _ effects: inout Effects<Self>) {
            effects.emit(value)
            if prefetch == .keepFull, size > 0, ending == nil { effects.request(.max(1), from: 0) }
        }

        @inlinable mutating func end(_ completion: Subscribers.Completion<Failure>, _ effects: inout Effects<Self>) {
            if ending != nil { return }
            ending = completion
            if waiting.isEmpty { effects.complete(completion) }
        }
    }
}
