extension EventBus {
    /// Calls `handler` with `observer` and each event of `type`, for as long as `observer` lives.
    ///
    /// Neither the bus nor the handler's `observer` keeps it alive. Once it has gone the handler is let go of, by the
    /// next event of the type at the latest. Each call makes a subscription of its own: two of them are two calls an
    /// event.
    ///
    /// - Parameters:
    ///   - observer: The object that the subscription lives as long as.
    ///   - type: The type of the events.
    ///   - handler: Is called where the event is delivered. It must not capture `observer`, which it is given.
    /// - Returns: A handle with which this subscription can be cancelled alone. Dropping it cancels nothing.
    /// - Complexity: O(1) amortised.
    @inlinable
    @discardableResult
    public func subscribe<Observer: AnyObject & Sendable, Event: Sendable>(
        _ observer: Observer, to type: Event.Type, _ handler: @escaping @Sendable (Observer, Event) -> Void
    ) -> Subscription {
        let channel = channel(for: type)
        let subscription = Subscription(of: observer, in: observers)
        channel.subscribe(
            ObserverSubscriber(observer, subscription, handler) { [weak channel] in
                // Inside the delivery, as it must be.
                channel?.decline()
            })
        return subscription
    }

    /// Calls `handler` on the main actor with `observer` and each event of `type`, for as long as `observer` lives.
    ///
    /// This is the form for view controllers and models. With `.main` an event arrives at the main actor's next turn,
    /// with `.mainImmediate` at once when it is published there. If `observer` has gone by then it is not called.
    ///
    /// - Returns: A handle with which this subscription can be cancelled alone. Dropping it cancels nothing.
    /// - Complexity: O(1) amortised.
    @discardableResult
    public func subscribe<Observer: AnyObject & Sendable, Event: Sendable>(
        _ observer: Observer, to type: Event.Type, on scheduler: some MainActorScheduler,
        _ handler: @escaping @MainActor @Sendable (Observer, Event) -> Void
    ) -> Subscription {
        let channel = channel(for: type)
        let subscription = Subscription(of: observer, in: observers)
        let onMainActor = MainActorContext.assuming("EventBus") { (call: (observer: Observer, event: Event)) in
            handler(call.observer, call.event)
        }
        Events(channel: channel)
            .apply(WhileAlive(observer: observer, channel: channel, subscription: subscription))
            .receive(on: scheduler)
            .receive(subscriber: ObserverSubscriber(observer, subscription) { onMainActor(($0, $1)) })
        return subscription
    }

    /// Cancels all subscriptions of `observer`, to whatever type.
    ///
    /// An observer's `deinit` may call this, but need not.
    ///
    /// - Complexity: O(its subscriptions).
    public func unsubscribe(_ observer: AnyObject) {
        observers.cancelAll(of: ObjectIdentifier(observer))
    }

    /// One subscription of one observer. It ends with the observer, or when it is cancelled.
    public final class Subscription: Cancellable {
        @usableFromInline let end = EndSlot()
        let observer: ObjectIdentifier
        private weak let table: ObserverTable?

        @usableFromInline
        init(of observer: AnyObject, in table: ObserverTable) {
            self.observer = ObjectIdentifier(observer)
            self.table = table
            table.add(self, of: observer)
        }

        /// Ends this subscription. The observer is not called any more, not even with an event that is being delivered.
        public func cancel() {
            end.cancel()
            table?.remove(self)
        }
    }
}

/// The end of an observer's subscription.
@usableFromInline
final class ObserverSubscriber<Observer: AnyObject & Sendable, Event: Sendable>: Subscriber {
    @inlinable static var _releasesSubscription: Bool { true }
    @usableFromInline weak let observer: Observer?
    @usableFromInline let subscription: EventBus.Subscription
    @usableFromInline let handler: @Sendable (Observer, Event) -> Void
    @usableFromInline let decline: @Sendable () -> Void

    @inlinable
    init(
        _ observer: Observer, _ subscription: EventBus.Subscription,
        _ handler: @escaping @Sendable (Observer, Event) -> Void, decline: @escaping @Sendable () -> Void = {}
    ) {
        self.observer = observer
        self.subscription = subscription
        self.handler = handler
        self.decline = decline
    }

    @usableFromInline
    func receive(subscription: any Subscription) {
        self.subscription.end.begin(subscription, for: EventBus.self)
    }

    @inlinable
    func receive(_ event: Event) -> Subscribers.Demand {
        if let observer {
            handler(observer, event)
        } else {
            decline()
            subscription.cancel()
        }
        return .none
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Never>) {}
}

/// Stands before a scheduler, and stops the events of an observer that has gone where they can still count as unheard.
private struct WhileAlive<Observer: AnyObject & Sendable, Event: Sendable>: Operator {
    weak let observer: Observer?
    weak let channel: FanOut<Event, Never>?
    let subscription: EventBus.Subscription

    func makeState() {}

    func next(_ event: Event, _ state: inout Void) throws(Never) -> Step<Event> {
        if observer != nil { return .emit(event) }
        channel?.decline()
        subscription.cancel()
        return .skip
    }
}
