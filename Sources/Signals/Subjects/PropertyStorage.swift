/// What stands behind one `@Published` property: its value, and those who are told before and after it changes.
///
/// Setting is an event of the ``Mailbox``, so all changes have one order, whoever makes them. What is read back:
///
/// - While a change is being announced the old value is read, for whoever asks then wants to know it.
/// - Once a setter has returned it reads its own value or a later one. A change that is made while another one is being
///   announced, from inside or from another thread, is therefore seen at once and announced next.
/// - When all is quiet, the value is the one that was announced last.
package final class PropertyStorage<Value: Sendable>: Mailbox<Value>, @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only.
    @exclusivity(unchecked) private var newest: Value
    /// What those who are told before a change were told last, and what those were who are told after it.
    @exclusivity(unchecked) private var announced: Value
    @exclusivity(unchecked) private var applied: Value
    @exclusivity(unchecked) private var stamp = WriteStamp()
    @exclusivity(unchecked) private var isAnnouncing = false
    @exclusivity(unchecked) private var announcements: FanOut<Value, Never>?
    @exclusivity(unchecked) private var applications: FanOut<Value, Never>?
    @exclusivity(unchecked) private var owner = Owner.unknown
    @exclusivity(unchecked) private var feeds: [ObjectIdentifier: PropertyFeed<Value>] = [:]

    /// Whom else to tell before a change: the object that the property belongs to.
    package enum Owner {
        case unknown
        case tell((@Sendable () -> Void)?)
    }

    package init(_ value: Value) {
        newest = value
        announced = value
        applied = value
        super.init()
    }

    deinit {
        for feed in feeds.values { feed.end.cancel() }
    }

    /// The value, as it is to be read just now.
    package var value: Value { lock.withLock { isAnnouncing ? applied : newest } }

    /// The value that was set last, and the number of its stamp.
    var written: (value: Value, number: Int) { lock.withLock { (newest, stamp.number) } }

    /// Has the property take part in bindings.
    func share(leads: Bool) { lock.withLock { stamp.share(leads: leads) } }

    /// - Parameter number: The number of the value's stamp, if it was written elsewhere: it is set only if it is the later.
    package func set(_ value: Value, as number: Int? = nil) {
        var old = value
        var write = 0
        let turn = takeTurn(for: value) {
            if !stamp.advance(to: number) { return false }
            swap(&old, &newest)
            write = stamp.number
            isAnnouncing = false
            return true
        }
        switch turn {
        case .deliver:
            // Unless somebody else has set it meanwhile, who must read that.
            lock.withLock { isAnnouncing = stamp.number == write }
            change(to: value)
            if !tryRelease() { drain(at: Published<Value>.self) { change(to: $0) } }
        case .drain: drain(at: Published<Value>.self) { change(to: $0) }
        case .left: break
        }
        // What it replaced is released here, outside the lock.
        withExtendedLifetime(old) {}
    }

    private func change(to value: Value) {
        var (before, after) = (value, value)
        if case .tell(let announce?) = lock.withLock({ owner }) { announce() }
        lock.withLock { () -> FanOut<Value, Never>? in
            swap(&before, &announced)
            return announcements
        }?.send(value)
        lock.withLock { () -> FanOut<Value, Never>? in
            swap(&after, &applied)
            isAnnouncing = false
            return applications
        }?.send(value)
    }

    // MARK: Those who are told

    /// Tells of each value before the property has it.
    package func willSet(name: any Any.Type) -> FanOut<Value, Never> {
        lock.withLock {
            if let announcements { return announcements }
            let fanOut = FanOut<Value, Never>(replay: .newest, initial: announced, name: name)
            announcements = fanOut
            return fanOut
        }
    }

    /// Tells of each value when the property has it.
    package func didSet(name: any Any.Type) -> FanOut<Value, Never> {
        lock.withLock {
            if let applications { return applications }
            let fanOut = FanOut<Value, Never>(replay: .newest, initial: applied, name: name)
            applications = fanOut
            return fanOut
        }
    }

    /// Notes to whom the property belongs, the first time.
    package func belongs(to makeOwner: () -> (@Sendable () -> Void)?) {
        if case .tell = lock.withLock({ self.owner }) { return }
        let owner = makeOwner()
        lock.withLock {
            if case .unknown = self.owner { self.owner = .tell(owner) }
        }
    }

    // MARK: Those who are followed

    /// Sets the property to each value of `publisher`, for as long as the property exists.
    package func follow<P: Publisher<Value, Never>>(_ publisher: P) {
        let feed = PropertyFeed(self)
        lock.withLock { feeds[ObjectIdentifier(feed)] = feed }
        publisher.receive(subscriber: feed)
    }

    fileprivate func forget(_ feed: PropertyFeed<Value>) {
        lock.withLock { _ = feeds.removeValue(forKey: ObjectIdentifier(feed)) }
    }
}

/// The subscriber that sets a property. It does not keep the property; the property keeps it.
package final class PropertyFeed<Value: Sendable>: Subscriber, @unchecked Sendable {
    // Sound: a weak reference may be read from any thread, and this one is never written.
    package static var _releasesSubscription: Bool { true }
    private weak var storage: PropertyStorage<Value>?
    fileprivate let end = EndSlot()

    fileprivate init(_ storage: PropertyStorage<Value>) {
        self.storage = storage
    }

    package func receive(subscription: any Subscription) {
        end.begin(subscription, for: Self.self)
    }

    package func receive(_ input: Value) -> Subscribers.Demand {
        if !end.isAttached {
            end.refuse(at: Self.self)
        } else if let storage {
            storage.set(input)
        } else {
            end.cancel()
        }
        return .none
    }

    package func receive(completion: Subscribers.Completion<Never>) {
        if end.end(for: Self.self) { storage?.forget(self) }
    }
}
