// Copy this file into an app, or into a module of one, in which some files import Combine too.
//
// Both modules have names such as `AnyCancellable` and `Published`. Where both are imported, the bare name is ambiguous;
// a name that the app's own module declares comes before both. With this file the bare names mean those of `Signals`
// everywhere in that module, and Combine's are written out: `Combine.AnyCancellable`.
//
// `ObservableObject` and `ObservableObjectPublisher` are left out: where Combine exists they are the same in both.
//
// What a file cannot take from both is `publisher` of sequences, optionals and results. In such a file let one of the two
// make the publisher where only that one is imported, or use `Just`, `Record` and `Signals.Publishers.Sequence`.

import Signals

typealias AnyCancellable = Signals.AnyCancellable
typealias AnyPublisher = Signals.AnyPublisher
typealias AnySubscriber = Signals.AnySubscriber
typealias AsyncPublisher = Signals.AsyncPublisher
typealias Cancellable = Signals.Cancellable
typealias ConnectablePublisher = Signals.ConnectablePublisher
typealias CurrentValueSubject = Signals.CurrentValueSubject
typealias Deferred = Signals.Deferred
typealias Empty = Signals.Empty
typealias Fail = Signals.Fail
typealias Future = Signals.Future
typealias ImmediateScheduler = Signals.ImmediateScheduler
typealias Just = Signals.Just
typealias PassthroughSubject = Signals.PassthroughSubject
typealias Published = Signals.Published
typealias Publisher = Signals.Publisher
typealias Publishers = Signals.Publishers
typealias Record = Signals.Record
typealias Scheduler = Signals.Scheduler
typealias Subject = Signals.Subject
typealias Subscriber = Signals.Subscriber
typealias Subscribers = Signals.Subscribers
typealias Subscription = Signals.Subscription
typealias Subscriptions = Signals.Subscriptions
typealias TopLevelDecoder = Signals.TopLevelDecoder
typealias TopLevelEncoder = Signals.TopLevelEncoder
