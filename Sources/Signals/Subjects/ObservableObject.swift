#if canImport(Combine)
import Combine

// SwiftUI knows only Combine's protocol, so where that exists it is this one. Combine makes `objectWillChange` by itself
// for classes with Combine's own `@Published` properties. A class with the `@Published` of this module declares it:
// `let objectWillChange = ObservableObjectPublisher()`.
public typealias ObservableObject = Combine.ObservableObject
public typealias ObservableObjectPublisher = Combine.ObservableObjectPublisher
#else
/// An object that tells when it is about to change.
///
/// ``objectWillChange`` is there by itself, and sends before each change of a ``Published`` property. Where Combine
/// exists this name stands for Combine's protocol, which SwiftUI knows; there a class has to declare the publisher:
/// `let objectWillChange = ObservableObjectPublisher()`. That works everywhere.
public protocol ObservableObject: AnyObject {
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Sends before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Sends before a ``Published`` property of this object changes.
    ///
    /// - Complexity: O(1) amortised. It is looked up by the object's identity.
    public var objectWillChange: ObservableObjectPublisher {
        willChangePublishers.value(for: self) { ObservableObjectPublisher() }
    }
}

private let willChangePublishers = ObjectTable<ObservableObjectPublisher>()

/// The publisher that tells of changes of an ``ObservableObject``.
public final class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never

    private let fanOut = FanOut<Void, Never>(replay: .nothing, name: ObservableObjectPublisher.self)

    public init() {}

    /// Says that the object is about to change.
    public func send() { fanOut.send(()) }

    public func receive<S: Subscriber<Void, Never>>(subscriber: S) {
        fanOut.subscribe(subscriber)
    }
}
#endif

/// What a published property has to call before it changes: the `send` of the object that it belongs to.
func announcer(of object: AnyObject) -> (@Sendable () -> Void)? {
    guard let publisher = willChangePublisher(of: object) else { return nil }
    #if canImport(Combine)
    let shared = SharedWithThreads(base: publisher)
    return { shared.base.send() }
    #else
    return { publisher.send() }
    #endif
}

private func willChangePublisher(of object: AnyObject) -> ObservableObjectPublisher? {
    func publisher<Object: ObservableObject>(of object: Object) -> ObservableObjectPublisher? {
        object.objectWillChange as? ObservableObjectPublisher
    }
    guard let object = object as? any ObservableObject else { return nil }
    return publisher(of: object)
}
