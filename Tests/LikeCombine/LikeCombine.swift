// The names that Combine has and `Signals` has too, for checking on systems without Combine that a file can import both.
// It is not called Combine, for then `Signals` itself would take it for that.

public protocol Cancellable { func cancel() }
public protocol Subscription: Cancellable {}
public protocol Subscriber<Input, Failure> {
    associatedtype Input
    associatedtype Failure: Error
}
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}
public protocol ConnectablePublisher<Output, Failure>: Publisher {}
public protocol Subject<Output, Failure>: Publisher, AnyObject {}
public protocol Scheduler<SchedulerTimeType> { associatedtype SchedulerTimeType }
public protocol TopLevelDecoder {}
public protocol TopLevelEncoder {}
public enum Publishers {}
public enum Subscribers {}
public enum Subscriptions {}
public final class AnyCancellable: Cancellable {
    public init() {}
    public func cancel() {}
}
public struct AnyPublisher<Output, Failure: Error>: Publisher {}
public struct AnySubscriber<Input, Failure: Error>: Subscriber {}
public struct AsyncPublisher<Base: Publisher> {}
public final class CurrentValueSubject<Output, Failure: Error>: Subject {}
public final class PassthroughSubject<Output, Failure: Error>: Subject {}
public final class Future<Output, Failure: Error>: Publisher {}
public struct Deferred<Deferrable: Publisher>: Publisher {
    public typealias Output = Deferrable.Output
    public typealias Failure = Deferrable.Failure
}
public struct Empty<Output, Failure: Error>: Publisher {}
public struct Fail<Output, Failure: Error>: Publisher {}
public struct ImmediateScheduler {}
public struct Just<Output>: Publisher { public typealias Failure = Never }
public struct Record<Output, Failure: Error>: Publisher {}
@propertyWrapper
public struct Published<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
