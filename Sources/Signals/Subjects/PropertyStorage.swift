import Synchronization

/// What stands behind one `@Published` property: its value, and those who are told before and after it changes.
///
/// Setting is an event of the ``Mailbox``, so all changes have one order, whoever makes them. What is read back:
///
/// - While a change is being announced the old value is read, for whoever asks then wants to know it.
/// - Once a setter has returned it reads its own value or a later one. A change that is made while another one is being
///   announced, from inside or from another thread, is therefore seen at once and announced next.
/// - When all is quiet, the value is the one that was announced last.
///
/// Where nobody can be told, a change is no more than the exchange of a value under the lock.
@usableFromInline
package final class PropertyStorage<Value: Sendable>: Mailbox<Value>, @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only.
    @usableFromInline @exclusivity(unchecked) var newest: Value
    /// What those who are told before a change were told last, and what those were who are told after it. They are there
    /// as soon as there is somebody to tell.
    @usableFromInline @exclusivity(unchecked) var announced: Value?
    @usableFromInline @exclusivity(unchecked) var applied: Value?
    @usableFromInline @exclusivity(unchecked) var stamp = WriteStamp()
    @usableFromInline @exclusivity(unchecked) var isAnnouncing = false
    @usableFromInline @exclusivity(unchecked) var announcements: FanOut<Value, Never>?
    @usableFromInline @exclusivity(unchecked) var applications: FanOut<Value, Never>?
    /// Tells the object that the property belongs to, before anybody else.
    @usableFromInline @exclusivity(unchecked) var announceObject: (@Sendable () -> Void)?
    /// Whether it is known if there is such an object.
    @usableFromInline let isOwnerKnown = Atomic(false)
    @exclusivity(unchecked) private var feeds: [ObjectIdentifier: PropertyFeed<Value>] = [:]

    @usableFromInline
    package init(_ value: Value) {
        newest = value
        super.init()
    }

    deinit {
        for feed in feeds.values { feed.end.cancel() }
    }

    /// The value, as it is to be read just now.
    @inlinable package var value: Value { lock.withLock { isAnnouncing ? applied! : newest } }

    /// The value that was set last, and the number of its stamp.
    var written: (value: Value, number: Int) { lock.withLock { (newest, stamp.number) } }

    /// Has the property take part in bindings.
    func share(leads: Bool) { lock.withLock { stamp.share(leads: leads) } }

    /// - Parameter number: The number of the value's stamp, if it was written elsewhere: it is set only if it is the later.
    @inlinable
    package func set(_ value: Value, as number: Int? = nil) {
        var old = value
        var before = Optional(value)
        var told: FanOut<Value, Never>?
        var isAnnounced = false
        let turn = takeTurn(for: value) {
            if !stamp.advance(to: number) { return false }
            swap(&old, &newest)
            isAnnouncing = false
            return applied != nil
        } asOwner: {
            isAnnouncing = true
            if announceObject != nil { return }
            isAnnounced = true
            swap(&before, &announced)
            told = announcements
        }
        switch turn {
        case .deliver:
            if isAnnounced {
                told?.send(value)
                apply(value)
            } else {
                change(to: value)
            }
            if !tryRelease() { drain() }
        case .drain: drain()
        case .left: break
        }
        // What it replaced is released here, outside the lock.
        withExtendedLifetime((old, before)) {}
    }

    @inlinable
    @inline(never)
    func drain() { drain(at: Published<Value>.self) { change(to: $0) } }

    @inlinable
    @inline(never)
    func change(to value: Value) {
        var before = Optional(value)
        if let announceObject = lock.withLock({ announceObject }) { announceObject() }
        lock.withLock { () -> FanOut<Value, Never>? in
            swap(&before, &announced)
            return announcements
        }?.send(value)
        apply(value)
    }

    @inlinable
    func apply(_ value: Value) {
        var after = Optional(value)
        lock.withLock { () -> FanOut<Value, Never>? in
            swap(&after, &applied)
            isAnnouncing = false
            return applications
        }?.send(value)
    }

    // MARK: Those who are told

    /// Tells of each value before the property has it.
    @usableFromInline
    package func willSet(name: any Any.Type) -> FanOut<Value, Never> {
        lock.withLock {
            if let announcements { return announcements }
            beginTelling()
            let fanOut = FanOut<Value, Never>(replay: .newest, initial: announced, name: name)
            announcements = fanOut
            return fanOut
        }
    }

    /// Tells of each value when the property has it.
    @usableFromInline
    package func didSet(name: any Any.Type) -> FanOut<Value, Never> {
        lock.withLock {
            if let applications { return applications }
            beginTelling()
            let fanOut = FanOut<Value, Never>(replay: .newest, initial: applied, name: name)
            applications = fanOut
            return fanOut
        }
    }

    /// Notes to whom the property belongs, the first time.
    @inlinable
    package func belongs(to object: AnyObject) {
        if !isOwnerKnown.load(ordering: .relaxed) { noteOwner(object) }
    }

    @usableFromInline
    func noteOwner(_ object: AnyObject) {
        let announcer = announcer(of: object)
        lock.withLock {
            if isOwnerKnown.exchange(true, ordering: .relaxed) { return }
            announceObject = announcer
            if announcer != nil { beginTelling() }
        }
    }

    /// From now on there is somebody to tell. Whoever calls this holds the lock.
    private func beginTelling() {
        if applied != nil { return }
        announced = newest
        applied = newest
    }

    // MARK: Those who are followed

    /// Sets the property to each value of `publisher`, for as long as the property exists.
    @inlinable
    package func follow<P: Publisher<Value, Never>>(_ publisher: P) {
        let feed = PropertyFeed(self)
        keep(feed)
        publisher.receive(subscriber: feed)
    }

    @usableFromInline
    func keep(_ feed: PropertyFeed<Value>) {
        lock.withLock { feeds[ObjectIdentifier(feed)] = feed }
    }

    fileprivate func forget(_ feed: PropertyFeed<Value>) {
        lock.withLock { _ = feeds.removeValue(forKey: ObjectIdentifier(feed)) }
    }
}

/// The subscriber that sets a property. It does not keep the property; the property keeps it.
@usableFromInline
package final class PropertyFeed<Value: Sendable>: Subscriber, @unchecked Sendable {
    // Sound: a weak reference may be read from any thread, and this one is never written.
    @usableFromInline package static var _releasesSubscription: Bool { true }
    @usableFromInline weak let storage: PropertyStorage<Value>?
    @usableFromInline let end = EndSlot()

    @usableFromInline
    init(_ storage: PropertyStorage<Value>) {
        self.storage = storage
    }

    @inlinable
    package func receive(subscription: any Subscription) {
        end.begin(subscription, for: Self.self)
    }

    @inlinable
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

    @usableFromInline
    package func receive(completion: Subscribers.Completion<Never>) {
        if end.end(for: Self.self) { storage?.forget(self) }
    }
}
