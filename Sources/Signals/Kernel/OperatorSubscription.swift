/// One subscription of one ``Operator``: what stands between its upstream and its subscriber.
///
/// It reaches the subscriber through closures that are formed where the subscriber's type is known, so a value passes
/// from link to link through specialised code, while a link's own type does not grow with the length of the chain.
/// Operator and closures are immutable, so calling them takes no retain.
@usableFromInline
package final class OperatorSubscription<Op: Operator>: UpstreamSlot, Subscriber, Subscription, @unchecked Sendable {
    // Sound: `memory.state` belongs to whoever delivers, and an upstream delivers serially. `memory.lastEvent` is written
    // before the status says `finalReady`, and read only by the one call that saw both that flag and demand.
    @usableFromInline let op: Op
    @usableFromInline let send: (Op.Output) -> Subscribers.Demand
    @usableFromInline let control: (SubscriberSignal<Op.Failure>) -> Void
    @usableFromInline let home: DeliveryHome?
    @usableFromInline @exclusivity(unchecked) var memory: OperatorMemory<Op>
    #if DEBUG
    @usableFromInline let guardian = SerialGuard()
    #endif

    @inlinable
    init<S: Subscriber<Op.Output, Op.Failure>>(_ op: Op, home: DeliveryHome?, downstream: S) {
        self.op = op
        self.home = home
        send = downstream.makeSend()
        control = downstream.makeControl()
        memory = OperatorMemory(state: op.makeState())
        super.init()
    }

    /// Makes a link, in a call of its own: what making it needs of the stack is free again before upstream is subscribed
    /// to, which a long chain does in one nested call for each operator.
    @inlinable
    @inline(never)
    static func link<S: Subscriber<Op.Output, Op.Failure>>(
        _ op: Op, home: DeliveryHome?, to downstream: S
    ) -> OperatorSubscription {
        OperatorSubscription(op, home: home, downstream: downstream)
    }

    // MARK: Values

    @inlinable
    @inline(never)
    package func receive(_ input: Op.Input) -> Subscribers.Demand {
        #if DEBUG
        let visit = guardian.enter()
        if visit == .overlapping { return report(.overlappingDelivery) }
        defer { guardian.leave(visit) }
        #endif
        guard status.isWideOpen else { return receiveCounted(input) }
        do throws(Op.Failure) {
            switch try decide(input) {
            case .emit(let output):
                // The user's closure may have cancelled.
                if !status.isCancelled { _ = send(output) }
            case .skip: break
            case .last(let output): endEarly(.last(output))
            case .finish: endEarly(.finish)
            }
        } catch {
            // Specialised for `Never` the optimiser keeps a check for an error that cannot come, unless it is told.
            if Op.Failure.self == Never.self { unsafeBitCast(error, to: Never.self) }
            endEarly(.fail(error))
        }
        return .none
    }

    @inlinable
    @inline(never)
    func receiveCounted(_ input: Op.Input) -> Subscribers.Demand {
        let entry = status.entry
        guard entry.contains(.subscribed) else { return report(.valueBeforeSubscription) }
        if entry.intersects([.ended, .cancelled]) {
            return entry.intersects([.cancelled, .dismissed]) ? .none : report(.eventAfterCompletion)
        }
        do throws(Op.Failure) {
            switch try decide(input) {
            case .emit(let output):
                if status.isCancelled { return .none }
                guard status.take() else { return report(.valueBeyondDemand) }
                let more = send(output)
                if more == .none { return .none }
                op.didReturn(more)
                status.add(more)
                return op.demandPolicy.upstreamDemand(for: more)
            case .skip: return op.demandPolicy.demandAfterSkip
            case .last(let output): endEarly(.last(output))
            case .finish: endEarly(.finish)
            }
        } catch {
            endEarly(.fail(error))
        }
        return .none
    }

    /// What the operator makes of `input`. Until it has, nobody else may reach its state.
    @inlinable
    @inline(__always)
    func decide(_ input: Op.Input) throws(Op.Failure) -> Step<Op.Output> {
        #if DEBUG
        defer { guardian.didDecide() }
        #endif
        return try op.next(input, &memory.state)
    }

    // MARK: Endings

    @usableFromInline
    package func receive(completion: Subscribers.Completion<Op.InputFailure>) {
        // Handed down in one nested call for each operator, like the subscription below.
        close(with: completion)?()
    }

    /// - Returns: What is to be delivered now.
    @inline(never)
    private func close(with completion: Subscribers.Completion<Op.InputFailure>) -> (() -> Void)? {
        guard status.entry.contains(.subscribed) else {
            _ = report(.valueBeforeSubscription)
            return nil
        }
        #if DEBUG
        let visit = guardian.enter()
        if visit == .overlapping {
            _ = report(.overlappingDelivery)
            return nil
        }
        defer { guardian.leave(visit) }
        #endif
        let old = status.raise(.ended)
        if old.intersects([.ended, .cancelled]) {
            if !old.intersects([.cancelled, .dismissed]) { _ = report(.eventAfterCompletion) }
            return nil
        }
        detach(cancelling: false)
        return delivery(of: op.complete(completion, &memory.state))
    }

    /// Ends the stream from inside an input. Upstream is cancelled first: whatever the subscriber does while it takes
    /// the last value, no input can follow.
    @usableFromInline
    func endEarly(_ ending: Ending<Op.Output, Op.Failure>) {
        if status.raise([.ended, .dismissed]).intersects([.ended, .cancelled]) { return }
        detach(cancelling: true)
        delivery(of: ending)?()
    }

    /// Notes how the stream ends.
    ///
    /// - Returns: What is to be delivered now; `nil` if a last value has to wait until there is demand for it.
    @inline(never)
    private func delivery(of ending: Ending<Op.Output, Op.Failure>) -> (@Sendable () -> Void)? {
        switch ending {
        case .completion(let completion):
            return { self.completeUnlessCancelled(completion) }
        case .emit(let value, let completion):
            memory.lastEvent = FinalEvent(value: value, completion: completion)
            if !status.raise(.finalReady).hasDemand { return nil }
            return { self.deliverFinal() }
        }
    }

    private func completeUnlessCancelled(_ completion: Subscribers.Completion<Op.Failure>) {
        if !status.entry.contains(.cancelled) { control(.completion(completion)) }
    }

    private func deliverFinal() {
        guard let event = memory.lastEvent, !status.entry.contains(.cancelled) else { return }
        memory.lastEvent = nil
        _ = send(event.value)
        // The subscriber may have cancelled while it took the value.
        completeUnlessCancelled(event.completion)
    }

    // MARK: Control

    // These three are reached by a closure that knows the types, and so run specialised.

    @inlinable
    package func receive(subscription: any Subscription) {
        guard takeUp(subscription) else { return }
        // A chain hands its subscription down in one nested call for each operator, so this frame holds nothing more.
        control(.subscription(self))
        askForAllIfGathering()
    }

    /// Takes `subscription` up.
    ///
    /// - Returns: Whether it is to be handed on. It is not if it came too often or too late, or if the operator needs no
    ///   input, in which case everything has been said and done.
    @inlinable
    @inline(never)
    func takeUp(_ subscription: any Subscription) -> Bool {
        guard accept(subscription, for: Op.self) else { return false }
        op.didReceive(subscription: subscription)
        if let ending = op.begin(&memory.state) {
            endAtOnce(with: ending)
            return false
        }
        status.raise(.subscribed)
        return true
    }

    @usableFromInline
    func endAtOnce(with ending: Ending<Op.Output, Op.Failure>) {
        status.raise([.subscribed, .ended, .dismissed])
        detach(cancelling: true)
        control(.subscription(self))
        if let deliver = delivery(of: ending) { deliverFromElsewhere(deliver) }
    }

    @inlinable
    @inline(never)
    func askForAllIfGathering() {
        if op.demandPolicy == .everything { requestUpstream(.unlimited) }
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        guard demand > .none else {
            _ = report(.requestForNothing)
            return
        }
        op.didRequest(demand)
        let old = status.add(demand)
        if old.contains(.finalReady) {
            if !old.hasDemand { deliverFromElsewhere { self.deliverFinal() } }
        } else if !old.intersects([.ended, .cancelled]) {
            let wanted = op.demandPolicy.upstreamDemand(for: demand)
            if wanted > .none { requestUpstream(wanted) }
        }
    }

    @usableFromInline
    package func cancel() {
        let old = status.raise(.cancelled)
        if old.contains(.cancelled) { return }
        // There is nothing left to cancel once upstream has ended, but a last value that is dropped.
        if !old.contains(.ended) { op.didCancel() }
        detach(cancelling: true)
    }

    /// Does what a call from the subscriber's side has set free: here and now, or on the main actor where this link
    /// delivers there.
    private func deliverFromElsewhere(_ deliver: @escaping @Sendable () -> Void) {
        if let home {
            home.scheduler.insist(deliver) { _ = self.report(.lostJob) }
        } else {
            deliver()
        }
    }

    @usableFromInline
    func report(_ rule: Diagnostics.Rule) -> Subscribers.Demand {
        if status.isFirstReport(of: rule) { Diagnostics.report(rule, at: Op.self) }
        return .none
    }
}

/// What changes in an ``OperatorSubscription``.
///
/// The two are in one so that a state without a single byte has an address of its own: as a property of the object it
/// would have that of the object itself, and ThreadSanitizer would see races where there is no memory to race for.
@frozen
@usableFromInline
struct OperatorMemory<Op: Operator> {
    @usableFromInline var state: Op.State
    @usableFromInline var lastEvent: FinalEvent<Op.Output, Op.Failure>?

    @inlinable
    init(state: Op.State) {
        self.state = state
    }
}

/// A last value and the ending after it, in a box of its own, since few subscriptions ever have one.
@usableFromInline
package final class FinalEvent<Output, Failure: Error> {
    let value: Output
    let completion: Subscribers.Completion<Failure>

    init(value: Output, completion: Subscribers.Completion<Failure>) {
        self.value = value
        self.completion = completion
    }
}
