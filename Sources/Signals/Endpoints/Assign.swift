/// Whether a subscription keeps the object that it assigns to.
public enum ObjectOwnership: Hashable, Sendable {
    /// It does not, and it is cancelled when a value comes and the object has gone.
    case weak
    /// It does, until it ends or is cancelled.
    case strong
}

extension Subscribers {
    /// A subscriber that asks for everything and puts each value into a property of an object.
    public final class Assign<Input>: Subscriber, Cancellable {
        public typealias Failure = Never
        @inlinable public static var _releasesSubscription: Bool { true }
        /// Puts a value into the property, or says that the object has gone.
        @usableFromInline let assign: @Sendable (Input) -> Bool
        @usableFromInline let end = EndSlot()

        @inlinable
        init(assign: @escaping @Sendable (Input) -> Bool) {
            self.assign = assign
        }

        public func receive(subscription: any Subscription) {
            end.begin(subscription, for: Self.self)
        }

        @inlinable
        public func receive(_ input: Input) -> Demand {
            if !end.isAttached {
                end.refuse(at: Self.self)
            } else if !assign(input) {
                end.cancel()
            }
            return .none
        }

        public func receive(completion: Completion<Never>) {
            _ = end.end(for: Self.self)
        }

        public func cancel() {
            end.cancel()
        }
    }
}

extension Publisher where Failure == Never {
    /// Puts each value into a property of an object that may be used from any thread.
    ///
    /// - Parameters:
    ///   - keyPath: Where a value goes.
    ///   - object: Whose property that is.
    ///   - ownership: By default the object is not kept, so `assign(to: \.x, on: self)` makes no cycle.
    /// - Returns: A handle that cancels the subscription when it is released.
    @inlinable
    @_disfavoredOverload
    public func assign<Root: AnyObject & Sendable>(
        to keyPath: any ReferenceWritableKeyPath<Root, Output> & Sendable, on object: Root,
        ownership: ObjectOwnership = .weak
    ) -> AnyCancellable {
        let target = AssignmentTarget(object, ownership)
        let subscriber = Subscribers.Assign<Output> { value in
            guard let object = target.object else { return false }
            object[keyPath: keyPath] = value
            return true
        }
        receive(subscriber: subscriber)
        return AnyCancellable(subscriber.end)
    }
}

extension MainActorPublisher where Failure == Never {
    /// Puts each value into a property of an object of the main actor.
    ///
    /// - Parameters:
    ///   - keyPath: Where a value goes.
    ///   - object: Whose property that is.
    ///   - ownership: By default the object is not kept, so `assign(to: \.x, on: self)` makes no cycle.
    /// - Returns: A handle that cancels the subscription when it is released.
    @inlinable
    @MainActor
    public func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root, ownership: ObjectOwnership = .weak
    ) -> AnyCancellable {
        let target = AssignmentTarget(object, ownership)
        let assign: @MainActor @Sendable (Output) -> Bool = { value in
            guard let object = target.object else { return false }
            object[keyPath: keyPath] = value
            return true
        }
        let subscriber = Subscribers.Assign<Output>(assign: MainActorContext.assuming("assign", assign))
        receive(subscriber: subscriber)
        return AnyCancellable(subscriber.end)
    }
}

/// An object to assign to, kept or not.
@usableFromInline
struct AssignmentTarget<Root: AnyObject> {
    private weak var weakObject: Root?
    private let strongObject: Root?

    @usableFromInline
    init(_ object: Root, _ ownership: ObjectOwnership) {
        weakObject = object
        strongObject = ownership == .strong ? object : nil
    }

    @usableFromInline var object: Root? { weakObject }
}

extension AssignmentTarget: Sendable where Root: Sendable {}
