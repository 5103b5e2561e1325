import Signals
import SignalsTesting
import TestSupport
import Testing

/// One operator, or one publisher, that every scenario of the contract is run with.
struct Row: Sendable, CustomTestStringConvertible {
    /// Under what circumstances an operator gives something else, or gives it in another way.
    struct Traits: OptionSet, Sendable {
        let rawValue: Int

        /// Without demand it keeps the newest, or gathers, so what it gives depends on when it is asked.
        static let dependsOnDemand = Traits(rawValue: 1)
        /// It has several inputs, whose order depends on how they are asked.
        static let interleaves = Traits(rawValue: 2)
        /// It has no upstream.
        static let isOrigin = Traits(rawValue: 4)
        /// It takes an upstream's failure for an ordinary end.
        static let finishesOnFailure = Traits(rawValue: 8)
        /// It subscribes to upstream once more, or not at once, so that it may meet an upstream that has not ended yet.
        static let subscribesLater = Traits(rawValue: 16)
        /// It is one stream for all, or it ends with upstream whoever has asked: what nobody has asked for in time is dropped,
        /// and a second subscriber finds it as it is.
        static let isLive = Traits(rawValue: 32)
    }

    /// What the symbol graph calls the method, with its labels.
    let name: String
    /// What tells this row from others of the same name.
    let detail: String
    let input: [Int]
    /// What comes of `input` with unlimited demand, in words.
    let gives: [String]
    /// What comes of no input at all.
    let givesOnEmpty: [String]
    let traits: Traits
    let isMainActorPublisher: Bool
    /// Builds the publisher, and returns how to subscribe to it.
    let prepare: @Sendable (Bench) -> Subscribe
    /// Has `verifyPublisher` look at what it makes of a script.
    let verify: @Sendable (Script) -> Void

    /// How to subscribe to the publisher that a row has built.
    struct Subscribe: Sendable {
        fileprivate let record: @Sendable (Subscribers.Demand, Reaction?) -> any Recording
        /// Subscribes, and cancels while it is given the subscription. Returns what came all the same.
        let cancellingAtOnce: @Sendable () -> Protected<Int>
        /// Subscribes with a subscriber that keeps its subscription, and asks for everything. Returns how to cancel.
        let keeping: @Sendable () -> @Sendable () -> Void

        func callAsFunction(_ demand: Subscribers.Demand, _ reaction: Reaction? = nil) -> any Recording {
            record(demand, reaction)
        }
    }

    /// What a subscriber does when it is given a value, and how many more it asks for by returning.
    typealias Reaction = @Sendable (any Recording) -> Subscribers.Demand

    /// A row.
    ///
    /// - Parameters:
    ///   - name: The method's name with its labels, as in `"reduce(_:_:)"`. There must be a row for each overload.
    ///   - input: What upstream gives before it finishes.
    ///   - gives: What comes of that, separated by blanks.
    ///   - givesOnEmpty: What comes of an upstream that finishes at once.
    ///   - build: Builds the publisher from `bench.source`. Closures should call `bench.probe.pass(_:)`.
    init<P: Publisher>(
        _ name: String, _ detail: String = "", input: [Int] = [1, 2, 3, 4, 5], gives: String,
        givesOnEmpty: String = "", _ traits: Traits = [], build: @escaping @Sendable (Bench) -> P
    ) where P.Output: Sendable {
        self.name = name
        self.detail = detail
        self.input = input
        self.gives = gives.split(separator: " ").map(String.init)
        self.givesOnEmpty = givesOnEmpty.split(separator: " ").map(String.init)
        self.traits = traits
        isMainActorPublisher = P.self is any MainActorPublisher.Type
        verify = { script in
            let scheduler = VirtualTimeScheduler()
            // Closures of some rows need the bench for as long as their publisher is used.
            var benches: [Bench] = []
            verifyPublisher(on: scheduler) {
                benches.append(Bench(script, on: scheduler))
                return build(benches.last!)
            }
        }
        prepare = { bench in
            let publisher = build(bench)
            return Subscribe { demand, reaction in
                let held = Counted("subscriber", in: bench.census)
                return publisher.record(on: bench.scheduler, demand: demand) { recorder, _ in
                    withExtendedLifetime(held) { reaction?(recorder) ?? .none }
                }
            } cancellingAtOnce: {
                let held = Counted("subscriber", in: bench.census)
                let count = Protected(0)
                publisher.receive(
                    subscriber: AnySubscriber(
                        receiveSubscription: { $0.cancel() },
                        receiveValue: { _ in
                            withExtendedLifetime(held) { _ = count.increment() }; return .none
                        },
                        receiveCompletion: { _ in count.increment() }))
                return count
            } keeping: {
                let keeper = Keeper<P.Output, P.Failure>("keeper", in: bench.census)
                publisher.subscribe(keeper)
                return { [weak keeper] in keeper?.cancel() }
            }
        }
    }

    var testDescription: String { detail.isEmpty ? name : "\(name), \(detail)" }

    /// What it gives, in an order that does not depend on how its inputs are asked.
    func comparable(_ values: [String]) -> [String] { traits.contains(.interleaves) ? values.sorted() : values }
}

/// A subscriber as it is often written: it keeps its subscription, also when that is over.
final class Keeper<Input, Failure: Error>: Counted, Subscriber, @unchecked Sendable {
    private let subscription = Protected<(any Subscription)?>(nil)

    func receive(subscription: any Subscription) {
        self.subscription.withValue { $0 = subscription }
        subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Failure>) {}
    func cancel() { subscription.current?.cancel() }
}

/// A recorder of any type.
protocol Recording: AnyObject, Sendable {
    func request(_ demand: Subscribers.Demand)
    func cancel()
    var texts: [String] { get }
    var ending: Script.Ending? { get }
    var endingCount: Int { get }
    var violations: [String] { get }
    /// How many values and endings came on another thread than the main actor's.
    var countElsewhere: Int { get }
}

extension Recorder: Recording {
    var texts: [String] {
        // Without blanks, so that a row can list them with blanks between.
        values.map { String(describing: $0).filter { $0 != " " } }
    }
    var ending: Script.Ending? { completion.map { if case .finished = $0 { .finish } else { .fail } } }
    var endingCount: Int { events.count { if case .completion = $0.signal { true } else { false } } }
    var countElsewhere: Int {
        events.count { if case .subscription = $0.signal { false } else { !$0.isOnMainActor } }
    }
}
