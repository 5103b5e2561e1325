/// A publisher that delivers on the main actor, all values and the ending alike.
///
/// `receive(on:)` and the timed operators make one when they are given a ``MainActorScheduler`` such as `.main`, and
/// operators that only pass values on keep it. Its `sink` and `assign` take closures and objects of the main actor.
///
/// A conforming type promises that its subscriptions call their subscriber on the main actor only, whichever thread
/// subscribes, asks for values or cancels.
public protocol MainActorPublisher<Output, Failure>: Publisher {}

extension MainActorPublisher {
    @inlinable public var _home: DeliveryHome? { .main }
}

/// The place where the subscriptions of a ``MainActorPublisher`` deliver what a call from elsewhere has set free.
public final class DeliveryHome: Sendable {
    @usableFromInline let scheduler: any MainActorScheduler

    public init(_ scheduler: some MainActorScheduler) {
        self.scheduler = scheduler
    }

    /// The main actor, for a publisher that does not say what it delivers through.
    @usableFromInline static let main = DeliveryHome(.main)
}

extension Publisher {
    /// Where this publisher and one of type `other`, which is made later, deliver, if both deliver on the main actor.
    @usableFromInline
    func home(with other: (some Publisher).Type) -> DeliveryHome? {
        other is any MainActorPublisher.Type ? _home : nil
    }
}

extension Array where Element: Publisher {
    /// Where all of these publishers deliver, if all of them deliver on the main actor.
    @inlinable var commonHome: DeliveryHome? {
        guard let first else { return Element.self is any MainActorPublisher.Type ? .main : nil }
        return allSatisfy { $0._home != nil } ? first._home : nil
    }
}
