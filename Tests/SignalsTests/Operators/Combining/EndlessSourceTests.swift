import Signals
import SignalsTesting
import TestSupport
import Testing

/// What several-input operators do with a source that gives all that it has at once, and has no end.
@Suite struct EndlessSourceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let gives: [Int]
        let make: @Sendable () -> AnyPublisher<Int, Never>

        init(_ name: String, _ gives: [Int], _ make: @escaping @Sendable () -> any Publisher<Int, Never>) {
            testDescription = name
            self.gives = gives
            self.make = { make().eraseToAnyPublisher() }
        }
    }

    private static let source = (0...).publisher

    /// Those that ask the source for no more than the subscriber has asked for.
    private static let paced = [
        Row("merge", [0, 1, 2]) { source.merge(with: Just(7)) },
        Row("merge, second", [7, 0, 1]) { Just(7).merge(with: source) },
        Row("merge of many", [0, 1, 2]) { [source, source].merge() },
        Row("race", [0, 1, 2]) { source.race(with: Just(7)) },
        Row("withLatestFrom", [7, 8, 9]) { source.withLatestFrom(Just(7)) { $0 + $1 } },
        Row("drop(untilOutputFrom:)", [0, 1, 2]) { source.drop(untilOutputFrom: Just(7)) },
        Row("prefix(untilOutputFrom:)", [0, 1, 2]) {
            source.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))
        },
        Row("flatMap, endless inner", [0, 1, 2]) { Just(7).flatMap { _ in source } },
        Row("flatMapInOrder", [0, 1, 2]) { source.flatMapInOrder(maxPublishers: .max(2)) { Just($0) } },
        Row("flatMapLatest, endless inner", [0, 1, 2]) { Just(7).flatMapLatest { _ in source } },
        Row("expand", [0, 10, 1]) { source.expand { $0 < 2 ? [$0 + 10].publisher : [].publisher } },
    ]

    /// Those that ask it for more.
    private static let greedy = [
        Row("flatMap, two at a time", [0, 1, 2]) { source.flatMap(maxPublishers: .max(2)) { Just($0) } },
        Row("combineLatest", [7, 8, 9]) { Just(7).combineLatest(source) { $0 + $1 } },
        Row("flatMap, endless upstream", [0, 1, 2]) { source.flatMap { Just($0) } },
        Row("switchToLatest", [0, 1, 2]) { source.map { Just($0) }.switchToLatest() },
        Row("buffer", [0, 1, 2]) { source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest) },
        Row("share", [0, 1, 2]) { source.share().merge(with: Just(7)) },
    ]

    @Test("the subscriber gets each value before the next is made, and can put an end to it", arguments: paced + greedy)
    func endless(row: Row) async {
        await onOwnThread {
            let recorder = row.make().prefix(3).record()
            #expect(recorder.values == row.gives)
            #expect(recorder.isFinished)
            #expect(recorder.violations == [])
        }
    }

    @Test("so it is when everything is asked for only after the first value", arguments: paced)
    func askedLater(row: Row) async {
        await onOwnThread {
            let received = Log<Int>()
            let subscription = Protected<(any Subscription)?>(nil)
            row.make().subscribe(
                AnySubscriber(
                    receiveSubscription: { new in
                        subscription.withValue { $0 = new }
                        new.request(.max(1))
                    },
                    receiveValue: { value in
                        received.append(value)
                        if received.entries.count == 3 { subscription.current?.cancel() }
                        return .none
                    }))
            #expect(received.entries == Array(row.gives.prefix(1)))
            subscription.current?.request(.unlimited)
            // What a merge has asked the others for may come first.
            #expect(received.entries.count == 3)
        }
    }
}
