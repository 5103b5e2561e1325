/// A place where anybody can publish an event, of any type, and anybody can listen to the events of a type.
///
/// ```swift
/// struct LoggedIn: Sendable { let user: String }
///
/// bus.subscribe(self, to: LoggedIn.self) { me, event in me.greet(event.user) }
/// bus.publish(LoggedIn(user: "Ada"))
/// ```
///
/// Events of one type form one sequence: each is delivered to all its subscribers, in the order in which they have
/// subscribed, before the next one is. An event published from inside a handler is delivered next if it is of the same
/// type, and at once if it is of another. When nothing of its type is under way an event has been delivered when
/// `publish` returns; otherwise whoever is delivering, perhaps on another thread, delivers it too.
///
/// The type is what an event is matched by, exactly: events of a subclass are not events of the class, and two types of
/// one name in two modules are two. For an event in an existential it is the type of what is in it, also in a client in
/// Swift 5 and in generic code that is given existentials. So nobody publishes events of the type `any P` itself.
///
/// A bus may be used from any thread. Apart from the ``shared`` one, a bus that is released ends its observers'
/// subscriptions.
public final class EventBus: Sendable {
    /// The bus of the process.
    public static let shared = EventBus()

    @usableFromInline let channels = TypeTable()
    private let unheard = PassthroughSubject<any Sendable, Never>()
    @usableFromInline let observers = ObserverTable()

    /// How many observers are known, the living and those not found to have gone yet.
    package var observerCount: Int { observers.count }

    public init() {}

    /// Publishes `event` to those who have subscribed to its type.
    ///
    /// - Parameters:
    ///   - event: The event: a value of any type.
    ///   - sticky: Whether the event is also kept, in place of the last such one, and given once to each later subscriber.
    ///     Events that are not sticky leave the kept one alone.
    /// - Complexity: O(subscribers of the type).
    @inlinable
    public func publish<Event: Sendable>(_ event: Event, sticky: Bool = false) {
        if mayBeExistential(Event.self), case let type = type(of: event as any Sendable), type != Event.self {
            return publish(event, as: type, sticky: sticky)
        }
        let channel = channel(for: Event.self)
        if sticky {
            channel.send(event)
        } else {
            channel.pass(event)
        }
    }

    /// Publishes an event that is still in an existential, where the compiler did not take it out: in Swift 5, or as an
    /// element in generic code.
    @usableFromInline
    func publish<Event: Sendable>(_ event: any Sendable, as type: Event.Type, sticky: Bool) {
        publish(event as! Event, sticky: sticky)
    }

    /// Forgets the sticky event of `type`, if there is one, so that later subscribers are not given it.
    public func removeSticky<Event: Sendable>(_ type: Event.Type) {
        channel(for: type).forget()
    }

    /// The events of `type`, headed by the sticky one if there is one.
    ///
    /// - Demand: For a subscriber that has not asked, the newest sticky event is kept; other events pass it by.
    /// - Complexity: Subscribing and cancelling are O(1) amortised.
    @inlinable
    public func publisher<Event: Sendable>(for type: Event.Type) -> Events<Event> {
        Events(channel: channel(for: type))
    }

    /// The events that nobody took: at their turn nobody was subscribed to their type, or nobody had asked for more, or
    /// only observers that have gone.
    ///
    /// A sticky event is kept for whoever comes, so it is never among them.
    public var unheardEvents: AnyPublisher<any Sendable, Never> { unheard.eraseToAnyPublisher() }

    @inlinable
    func channel<Event: Sendable>(for type: Event.Type) -> FanOut<Event, Never> {
        channels.object(for: type) { makeChannel() }
    }

    @usableFromInline
    func makeChannel<Event: Sendable>() -> FanOut<Event, Never> {
        FanOut(replay: .newest, name: EventBus.self, unheard: { [unheard] in unheard.send($0) })
    }

    /// The publisher of one type's events.
    public struct Events<Event: Sendable>: Publisher {
        public typealias Output = Event
        public typealias Failure = Never

        @usableFromInline let channel: FanOut<Event, Never>

        @usableFromInline
        init(channel: FanOut<Event, Never>) {
            self.channel = channel
        }

        @inlinable
        public func receive<S: Subscriber<Event, Never>>(subscriber: S) {
            channel.subscribe(subscriber)
        }
    }
}
