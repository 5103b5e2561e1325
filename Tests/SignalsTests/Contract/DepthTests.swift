import Foundation
import Signals
import TestSupport
import Testing

/// How much of the stack one level of each operator takes, in every direction.
///
/// A chain is built in a loop, as programs do that put operators into arrays. What a level costs is told by the places in the
/// stack at which the two ends of a short chain and of a longer one are called.
@Suite struct DepthTests {
    struct Row: Sendable, CustomTestStringConvertible, CustomStringConvertible {
        var description: String { testDescription }
        let testDescription: String
        let add: @Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>

        /// It is generic since users' chains are: what their types tell is specialised before they are erased.
        init<P: Publisher<Int, Never>>(
            _ name: String, _ add: @escaping @Sendable (AnyPublisher<Int, Never>) -> P
        ) {
            testDescription = name
            self.add = { add($0).eraseToAnyPublisher() }
        }
    }

    private static func instead<E>(of error: E) -> Just<Int> { Just(0) }
    private static let never = Empty<Int, Never>(completeImmediately: false)

    static let rows = [
        Row("map") { $0.map { $0 + 1 } },
        Row("filter") { $0.filter { _ in true } },
        Row("removeDuplicates") { $0.removeDuplicates() },
        Row("scan") { $0.scan(0) { $0 &+ $1 } },
        Row("prefix") { $0.prefix(1_000) },
        Row("handleEvents") { $0.handleEvents(receiveOutput: { _ in }) },
        Row("buffer") { $0.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest) },
        Row("share") { $0.share() },
        Row("share(replay:)") { $0.share(replay: 1) },
        Row("merge") { $0.merge(with: never) },
        Row("zip") { $0.zip([0, 0, 0].publisher) { $0 &+ $1 } },
        Row("combineLatest") { $0.combineLatest(Just(0)) { $0 &+ $1 } },
        Row("withLatestFrom") { $0.withLatestFrom(Just(0)) { $0 &+ $1 } },
        Row("race") { $0.race(with: never) },
        Row("prefix(untilOutputFrom:)") { $0.prefix(untilOutputFrom: never) },
        Row("flatMap") { $0.flatMap { Just($0) } },
        Row("flatMap, inner") { inner in Just(0).flatMap { _ in inner } },
        Row("flatMapLatest") { $0.flatMapLatest { Just($0) } },
        Row("flatMapLatest, inner") { inner in Just(0).flatMapLatest { _ in inner } },
        Row("append") { $0.append(1) },
        Row("append, second") { Empty<Int, Never>().append($0) },
        Row("catch") { $0.catch(instead(of:)) },
        Row("catch, second") { next in Fail<Int, TestError>(error: TestError()).catch { _ in next } },
        Row("retry") { $0.retry(1) },
        Row("receive(on:)") { $0.receive(on: .immediate) },
        Row("delay") { $0.delay(for: .zero, scheduler: .immediate) },
        Row("debounce") { $0.debounce(for: .zero, scheduler: .immediate) },
        Row("throttle") { $0.throttle(for: .zero, scheduler: .immediate, latest: true) },
        Row("timeout") { $0.timeout(.seconds(1_000), scheduler: Timeless()) },
    ]

    enum Direction: String, CaseIterable, Sendable { case subscribe, value, finish, cancel, release }

    /// How many bytes a level takes, in each direction.
    static func bytes(of row: Row) -> [Direction: Int] {
        let (short, long) = (10, 50)
        let (few, many) = (Bottom.visits(levels: short, row), Bottom.visits(levels: long, row))
        return many.reduce(into: [:]) { $0[$1.key] = (few[$1.key]! - $1.value) / (long - short) }
    }

    /// How much of a stack of 512 KiB is for the chain.
    static let stack = 500 * 1024
    #if DEBUG
    static let (column, required) = (2, 250)
    #else
    static let (column, required) = (3, 500)
    #endif

    // ThreadSanitizer makes frames several times as large, and gives threads stacks to match.
    @Test(
        "C113 a chain may be as deep as Contract.md says on a stack of 512 KiB", .enabled(if: !isThreadSanitized),
        arguments: rows)
    func depth(row: Row) async throws {
        let page = try SourceTree.text(of: "Sources/Signals/Signals.docc/Contract.md")
        let line = page.split(separator: "\n").first { $0.hasPrefix("| `\(row)` |") }
        let cells = try #require(line, "Contract.md has no line for \(row)").split(separator: "|")
        let documented = cells[Self.column - 1].trimmingCharacters(in: .whitespaces)
        await onOwnThread {
            let bytes = Self.bytes(of: row)
            let deepest = bytes.values.max()!
            let levels = deepest == 0 ? "any" : "\(Self.stack / deepest / 50 * 50)"
            #expect(deepest * Self.required <= Self.stack, "\(bytes)")
            if let number = Int(documented) {
                #expect(deepest * number <= Self.stack, "Contract.md promises too much: make it \(levels); \(bytes)")
            } else {
                #expect(documented == "any" && deepest == 0, "\(bytes)")
            }
            // The table is made of these lines.
            if ProcessInfo.processInfo.environment["SIGNALS_DEPTHS"] != nil {
                print("| `\(row)` | \(levels) | \(bytes)")
            }
        }
    }
}

/// Does jobs at once, and timers never.
private struct Timeless: Scheduler {
    var now: SchedulerInstant { .zero }

    func schedule(_ action: @escaping @Sendable () -> Void) { action() }

    func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        AnyCancellable { withExtendedLifetime(action) {} }
    }

    func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        schedule(after: instant, tolerance: tolerance, action)
    }
}

/// The far end of a chain: notes at which place in the stack it is called.
private final class Bottom: Publisher, Sendable {
    typealias Output = Int
    typealias Failure = Never

    private let subscriber = Protected<AnySubscriber<Int, Never>?>(nil)
    let places = Protected<[DepthTests.Direction: Int]>([:])

    func note(_ direction: DepthTests.Direction) {
        var marker: UInt8 = 0
        let place = withUnsafeMutablePointer(to: &marker) { Int(bitPattern: $0) }
        places.withValue { $0[direction] = Swift.min($0[direction] ?? .max, place) }
    }

    func receive<S: Subscriber<Int, Never>>(subscriber: S) {
        note(.subscribe)
        self.subscriber.withValue { $0 = AnySubscriber(subscriber) }
        subscriber.receive(subscription: Link(self))
    }

    func close() { subscriber.withValue { $0 = nil } }

    private final class Link: Subscription {
        let bottom: Bottom
        init(_ bottom: Bottom) { self.bottom = bottom }
        func request(_ demand: Subscribers.Demand) {}
        func cancel() { bottom.note(.cancel) }
        deinit { bottom.note(.release) }
    }

    /// Where the ends are reached in a chain of so many levels.
    static func visits(levels: Int, _ row: DepthTests.Row) -> [DepthTests.Direction: Int] {
        let places = Protected<[DepthTests.Direction: Int]>([:])
        for isCancelled in [false, true] {
            let bottom = Bottom()
            var chain = bottom.eraseToAnyPublisher()
            for _ in 0..<levels { chain = row.add(chain) }
            var handle: AnyCancellable? = chain.sink(
                receiveCompletion: { _ in bottom.note(.finish) }, receiveValue: { _ in bottom.note(.value) })
            _ = bottom.subscriber.current?.receive(1)
            if isCancelled {
                handle?.cancel()
            } else {
                bottom.subscriber.current?.receive(completion: .finished)
            }
            bottom.close()
            handle = nil
            places.withValue { $0.merge(bottom.places.current) { Swift.min($0, $1) } }
        }
        return places.current
    }
}
