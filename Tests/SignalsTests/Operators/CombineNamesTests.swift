import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

private typealias Numbers = AnyPublisher<Int, Broken>
private typealias Others = Publishers.Sequence<[Int], Broken>
private typealias Texts = Publishers.Sequence<[String], Broken>
private typealias Words = AnyPublisher<String, Never>
private typealias Counts = AnyPublisher<Int, Never>
private typealias Encoded = AnyPublisher<Data, Never>

private let others = Others(sequence: [1, 2, 2, 3])
private let numbers = others.eraseToAnyPublisher()
private let texts = Texts(sequence: ["a", "bc"])
private let words = ["a", "bc"].publisher.eraseToAnyPublisher()
private let counts = [1, 2].publisher.eraseToAnyPublisher()
private let encoded = Just(Data("[1]".utf8)).eraseToAnyPublisher()
private let time = VirtualTimeScheduler()

private struct Silence: EventLog { func write(line: String) {} }

/// A property for each name in Combine's `Publishers`, of that type with Combine's generic parameters, and in it what
/// the method gives. Where Combine has a `Context` too, it is left out: a scheduler is no part of a type here.
private struct Stored {
    let allSatisfy: Publishers.AllSatisfy<Numbers> = numbers.allSatisfy { $0 < 3 }
    let tryAllSatisfy: Publishers.TryAllSatisfy<Numbers> = numbers.tryAllSatisfy { $0 < 3 }
    let assertNoFailure: Publishers.AssertNoFailure<Numbers> = numbers.assertNoFailure()
    let autoconnect: Publishers.Autoconnect<Publishers.Multicast<Numbers, PassthroughSubject<Int, Broken>>> =
        numbers.makeConnectable().autoconnect()
    let breakpoint: Publishers.Breakpoint<Numbers> = numbers.breakpointOnError()
    let buffer: Publishers.Buffer<Numbers> = numbers.buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest)
    let `catch`: Publishers.Catch<Numbers, Counts> = numbers.catch { _ in counts }
    let tryCatch: Publishers.TryCatch<Numbers, Counts> = numbers.tryCatch { _ in counts }
    let collect: Publishers.Collect<Numbers> = numbers.collect()
    let collectByCount: Publishers.CollectByCount<Numbers> = numbers.collect(3)
    let collectByTime: Publishers.CollectByTime<Numbers> = numbers.collect(.byTime(time, .seconds(1)))
    let combineLatest: Publishers.CombineLatest<Numbers, Numbers> = numbers.combineLatest(numbers)
    let combineLatest3: Publishers.CombineLatest3<Numbers, Numbers, Texts> = numbers.combineLatest(numbers, texts)
    let combineLatest4: Publishers.CombineLatest4<Numbers, Numbers, Texts, Texts> =
        numbers.combineLatest(numbers, texts, texts)
    let compactMap: Publishers.CompactMap<Numbers, String> = numbers.compactMap { $0 == 1 ? nil : "\($0)" }
    let tryCompactMap: Publishers.TryCompactMap<Numbers, String> = numbers.tryCompactMap { $0 == 1 ? nil : "\($0)" }
    let comparison: Publishers.Comparison<Numbers> = numbers.max()
    let tryComparison: Publishers.TryComparison<Numbers> = numbers.tryMin { $0 < $1 }
    let concatenate: Publishers.Concatenate<Numbers, Numbers> = numbers.append(numbers)
    let contains: Publishers.Contains<Numbers> = numbers.contains(2)
    let containsWhere: Publishers.ContainsWhere<Numbers> = numbers.contains { $0 > 3 }
    let tryContainsWhere: Publishers.TryContainsWhere<Numbers> = numbers.tryContains { $0 > 3 }
    let count: Publishers.Count<Numbers> = numbers.count()
    let debounce: Publishers.Debounce<Numbers> = numbers.debounce(for: .seconds(1), scheduler: time)
    let decode: Publishers.Decode<Encoded, [Int], JSONDecoder> =
        encoded.decode(type: [Int].self, decoder: JSONDecoder())
    let delay: Publishers.Delay<Numbers> = numbers.delay(for: .seconds(1), scheduler: time)
    let drop: Publishers.Drop<Numbers> = numbers.dropFirst()
    let dropUntilOutput: Publishers.DropUntilOutput<Numbers, Texts> = numbers.drop(untilOutputFrom: texts)
    let dropWhile: Publishers.DropWhile<Numbers> = numbers.drop { $0 < 2 }
    let tryDropWhile: Publishers.TryDropWhile<Numbers> = numbers.tryDrop { $0 < 2 }
    let encode: Publishers.Encode<Words, JSONEncoder> = words.encode(encoder: JSONEncoder())
    let filter: Publishers.Filter<Numbers> = numbers.filter { $0 > 1 }
    let tryFilter: Publishers.TryFilter<Numbers> = numbers.tryFilter { $0 > 1 }
    let first: Publishers.First<Numbers> = numbers.first()
    let firstWhere: Publishers.FirstWhere<Numbers> = numbers.first { $0 > 1 }
    let tryFirstWhere: Publishers.TryFirstWhere<Numbers> = numbers.tryFirst { $0 > 1 }
    let flatMap: Publishers.FlatMap<Texts, Numbers> = numbers.flatMap { _ in texts }
    let handleEvents: Publishers.HandleEvents<Numbers> = numbers.handleEvents(receiveCancel: {})
    let ignoreOutput: Publishers.IgnoreOutput<Numbers> = numbers.ignoreOutput()
    let last: Publishers.Last<Numbers> = numbers.last()
    let lastWhere: Publishers.LastWhere<Numbers> = numbers.last { $0 < 3 }
    let tryLastWhere: Publishers.TryLastWhere<Numbers> = numbers.tryLast { $0 < 3 }
    let makeConnectable: Publishers.MakeConnectable<Numbers> = numbers.makeConnectable()
    let map: Publishers.Map<Numbers, String> = numbers.map { "\($0)" }
    let tryMap: Publishers.TryMap<Numbers, String> = numbers.tryMap { "\($0)" }
    let mapError: Publishers.MapError<Numbers, TestError> = numbers.mapError { _ in TestError() }
    let mapKeyPath: Publishers.MapKeyPath<Words, Int> = words.map(\.count)
    let mapKeyPath2: Publishers.MapKeyPath2<Words, Int, Bool> = words.map(\.count, \.isEmpty)
    let mapKeyPath3: Publishers.MapKeyPath3<Words, Int, Bool, Int> = words.map(\.count, \.isEmpty, \.hashValue)
    let measureInterval: Publishers.MeasureInterval<Numbers> = numbers.measureInterval(using: time)
    let merge: Publishers.Merge<Numbers, Numbers> = numbers.merge(with: numbers)
    let merge3: Publishers.Merge3<Numbers, Numbers, Others> = numbers.merge(with: numbers, others)
    let merge4: Publishers.Merge4<Numbers, Numbers, Others, Others> = numbers.merge(with: numbers, others, others)
    let merge5: Publishers.Merge5<Numbers, Numbers, Others, Others, Others> =
        numbers.merge(with: numbers, others, others, others)
    let merge6: Publishers.Merge6<Numbers, Numbers, Others, Others, Others, Others> =
        numbers.merge(with: numbers, others, others, others, others)
    let merge7: Publishers.Merge7<Numbers, Numbers, Others, Others, Others, Others, Numbers> =
        numbers.merge(with: numbers, others, others, others, others, numbers)
    let merge8: Publishers.Merge8<Numbers, Numbers, Others, Others, Others, Others, Numbers, Numbers> =
        numbers.merge(with: numbers, others, others, others, others, numbers, numbers)
    let mergeMany: Publishers.MergeMany<Numbers> = [numbers, numbers].merge()
    let multicast: Publishers.Multicast<Numbers, PassthroughSubject<Int, Broken>> =
        numbers.multicast { PassthroughSubject() }
    let output: Publishers.Output<Numbers> = numbers.output(at: 1)
    let prefixUntilOutput: Publishers.PrefixUntilOutput<Numbers, Words> = numbers.prefix(untilOutputFrom: words)
    let prefixWhile: Publishers.PrefixWhile<Numbers> = numbers.prefix { $0 < 3 }
    let tryPrefixWhile: Publishers.TryPrefixWhile<Numbers> = numbers.tryPrefix { $0 < 3 }
    let print: Publishers.Print<Numbers> = numbers.print(to: Silence())
    let receiveOn: Publishers.ReceiveOn<Numbers> = numbers.receive(on: time)
    let reduce: Publishers.Reduce<Numbers, Int> = numbers.reduce(0, +)
    let tryReduce: Publishers.TryReduce<Numbers, Int> = numbers.tryReduce(0, +)
    let removeDuplicates: Publishers.RemoveDuplicates<Numbers> = numbers.removeDuplicates()
    let tryRemoveDuplicates: Publishers.TryRemoveDuplicates<Numbers> = numbers.tryRemoveDuplicates(by: ==)
    let replaceEmpty: Publishers.ReplaceEmpty<Numbers> = numbers.replaceEmpty(with: 0)
    let replaceError: Publishers.ReplaceError<Numbers> = numbers.replaceError(with: 0)
    let retry: Publishers.Retry<Numbers> = numbers.retry(1)
    let scan: Publishers.Scan<Numbers, Int> = numbers.scan(0, +)
    let tryScan: Publishers.TryScan<Numbers, Int> = numbers.tryScan(0, +)
    let sequence: Publishers.Sequence<[Int], Never> = [1, 2].publisher
    let setFailureType: Publishers.SetFailureType<Words, Broken> = words.setFailureType(to: Broken.self)
    let share: Publishers.Share<Numbers> = numbers.share()
    let subscribeOn: Publishers.SubscribeOn<Numbers> = numbers.subscribe(on: time)
    let switchToLatest: Publishers.SwitchToLatest<Words, Publishers.Map<Words, Words>> =
        words.map { _ in words }.switchToLatest()
    let throttle: Publishers.Throttle<Numbers> = numbers.throttle(for: .seconds(1), scheduler: time, latest: true)
    let timeout: Publishers.Timeout<Numbers> = numbers.timeout(.seconds(1), scheduler: time)
    let zip: Publishers.Zip<Numbers, Texts> = numbers.zip(texts)
    let zip3: Publishers.Zip3<Numbers, Numbers, Texts> = numbers.zip(numbers, texts)
    let zip4: Publishers.Zip4<Numbers, Numbers, Texts, Texts> = numbers.zip(numbers, texts, texts)
}

@Sendable private func given<Value>(_ value: Value) throws -> Value { value }

// One after another, since all of them move the same clock.
@Suite(.serialized) struct CombineNamesTests {
    /// All publishers in Combine's `Publishers`.
    private static let names = """
        AllSatisfy AssertNoFailure Autoconnect Breakpoint Buffer Catch Collect CollectByCount
        CollectByTime CombineLatest CombineLatest3 CombineLatest4 CompactMap Comparison Concatenate
        Contains ContainsWhere Count Debounce Decode Delay Drop DropUntilOutput DropWhile Encode
        Filter First FirstWhere FlatMap HandleEvents IgnoreOutput Last LastWhere MakeConnectable Map
        MapError MapKeyPath MapKeyPath2 MapKeyPath3 MeasureInterval Merge Merge3 Merge4 Merge5
        Merge6 Merge7 Merge8 MergeMany Multicast Output PrefixUntilOutput PrefixWhile Print
        ReceiveOn Reduce RemoveDuplicates ReplaceEmpty ReplaceError Retry Scan Sequence
        SetFailureType Share SubscribeOn SwitchToLatest Throttle Timeout TryAllSatisfy TryCatch
        TryCompactMap TryComparison TryContainsWhere TryDropWhile TryFilter TryFirstWhere
        TryLastWhere TryMap TryPrefixWhile TryReduce TryRemoveDuplicates TryScan Zip Zip3 Zip4
        """.split { $0.isWhitespace }.map(String.init)

    @Test("a property can be declared with each of Combine's names, and holds what the method gives")
    func stored() throws {
        let properties = Mirror(reflecting: Stored()).children.compactMap { child in
            child.label.map { ($0.prefix(1).uppercased() + $0.dropFirst(), child.value) }
        }
        #expect(properties.map(\.0).sorted() == Self.names.sorted())
        for (name, value) in properties {
            let publisher = try #require(value as? any Publisher)
            let isFinished = finishes(publisher)
            #expect(isFinished, "\(name) did not finish")
        }
    }

    private func finishes<P: Publisher>(_ publisher: P) -> Bool {
        let endings = Log<Bool>()
        let handle = publisher.sink(receiveCompletion: { _ in endings.append(true) }, receiveValue: { _ in })
        let connection = (publisher as? any ConnectablePublisher)?.connect()
        time.advance(by: .seconds(5))
        return withExtendedLifetime((handle, connection)) { endings.entries == [true] }
    }

    /// Whether what an initialiser makes has the type of what the method gives, and the values too.
    private func check<P: Publisher>(
        _ made: P, _ given: P, sourceLocation: SourceLocation = #_sourceLocation
    ) where P.Output: Sendable {
        let (made, given) = (made.record(on: time), given.record(on: time))
        time.advance(by: .seconds(5))
        #expect(String(describing: made.values) == String(describing: given.values), sourceLocation: sourceLocation)
        #expect(made.isFinished && given.isFinished, sourceLocation: sourceLocation)
    }

    @Test("Combine's initialisers make what the methods give") func initialisers() {
        check(Publishers.Map(upstream: numbers) { $0 * 10 }, numbers.map { $0 * 10 })
        check(Publishers.CompactMap(upstream: words) { Int($0) }, words.compactMap { Int($0) })
        check(Publishers.Filter(upstream: numbers) { $0 > 1 }, numbers.filter { $0 > 1 })
        check(Publishers.PrefixWhile(upstream: numbers) { $0 < 3 }, numbers.prefix { $0 < 3 })
        check(Publishers.DropWhile(upstream: numbers) { $0 < 2 }, numbers.drop { $0 < 2 })
        check(Publishers.FirstWhere(upstream: numbers) { $0 > 1 }, numbers.first { $0 > 1 })
        check(Publishers.MapError(upstream: numbers) { _ in TestError() }, numbers.mapError { _ in TestError() })
        let none = numbers.filter { $0 > 5 }
        check(Publishers.ReplaceEmpty(upstream: none, output: 0), none.replaceEmpty(with: 0))
        check(Publishers.ReplaceError(upstream: numbers, output: 0), numbers.replaceError(with: 0))
        check(Publishers.Drop(upstream: numbers, count: 2), numbers.dropFirst(2))
        check(Publishers.CollectByCount(upstream: numbers, count: 3), numbers.collect(3))
        check(Publishers.Output(upstream: numbers, range: 1..<3), numbers.output(in: 1..<3))
        check(Publishers.First(upstream: numbers), numbers.first())
        check(Publishers.IgnoreOutput(upstream: numbers), numbers.ignoreOutput())
        check(Publishers.Collect(upstream: numbers), numbers.collect())
        check(Publishers.MeasureInterval(upstream: numbers, scheduler: time), numbers.measureInterval(using: time))
        check(Publishers.Retry(upstream: numbers, retries: 1), numbers.retry(1))
        check(Publishers.Share(upstream: numbers), numbers.share())
        check(Publishers.FlatMap(upstream: numbers) { _ in texts }, numbers.flatMap { _ in texts })
        check(
            Publishers.FlatMap(upstream: numbers, maxPublishers: .max(1)) { _ in texts },
            numbers.flatMap(maxPublishers: .max(1)) { _ in texts })
        let nested = words.map { _ in words }
        check(Publishers.Scan(upstream: numbers, initialResult: 1) { $0 + $1 }, numbers.scan(1, +))
        check(Publishers.Reduce(upstream: numbers, initial: 1) { $0 + $1 }, numbers.reduce(1, +))
        check(Publishers.Count(upstream: numbers), numbers.count())
        check(Publishers.RemoveDuplicates(upstream: numbers) { $0 == $1 }, numbers.removeDuplicates())
        check(Publishers.Contains(upstream: numbers, output: 2), numbers.contains(2))
        check(Publishers.Last(upstream: numbers), numbers.last())
        check(Publishers.LastWhere(upstream: numbers) { $0 < 3 }, numbers.last { $0 < 3 })
        check(Publishers.Comparison(upstream: numbers) { $0 < $1 }, numbers.max())
        check(Publishers.SetFailureType<Words, Broken>(upstream: words), words.setFailureType(to: Broken.self))
        check(Publishers.TryMap(upstream: numbers) { try given($0) }, numbers.tryMap { try given($0) })
        check(Publishers.TryFilter(upstream: numbers) { try given($0) > 1 }, numbers.tryFilter { try given($0) > 1 })
        check(
            Publishers.TryCompactMap(upstream: words) { try Int(given($0)) },
            words.tryCompactMap { try Int(given($0)) })
        check(
            Publishers.Buffer(upstream: numbers, size: 3, prefetch: .keepFull, whenFull: .dropNewest),
            numbers.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest))
        check(Publishers.SwitchToLatest(upstream: nested), nested.switchToLatest())
    }

    @Test("Combine's initialisers of what joins others make what the methods give") func joined() {
        check(Publishers.Sequence(sequence: [1, 2, 2, 3]), others)
        check(Publishers.Concatenate(prefix: numbers, suffix: others), numbers.append(others))
        check(Publishers.Merge(numbers, others), numbers.merge(with: others))
        check(Publishers.Merge3(numbers, others, numbers), numbers.merge(with: others, numbers))
        check(Publishers.Merge4(numbers, others, numbers, others), numbers.merge(with: others, numbers, others))
        check(Publishers.MergeMany(numbers, numbers, numbers), [numbers, numbers, numbers].merge())
        check(Publishers.CombineLatest(numbers, texts), numbers.combineLatest(texts))
        check(Publishers.CombineLatest3(numbers, texts, others), numbers.combineLatest(texts, others))
        check(Publishers.CombineLatest4(numbers, texts, others, texts), numbers.combineLatest(texts, others, texts))
        check(Publishers.Zip(numbers, texts), numbers.zip(texts))
        check(Publishers.Zip3(numbers, texts, others), numbers.zip(texts, others))
        check(Publishers.Zip4(numbers, texts, others, texts), numbers.zip(texts, others, texts))
    }

    @Test("Combine's initialisers with a scheduler make what the methods give") func timed() {
        check(
            Publishers.Debounce(upstream: numbers, dueTime: .seconds(1), scheduler: time),
            numbers.debounce(for: .seconds(1), scheduler: time))
        check(
            Publishers.Delay(upstream: numbers, interval: .seconds(1), scheduler: time),
            numbers.delay(for: .seconds(1), scheduler: time))
        check(
            Publishers.Throttle(upstream: numbers, interval: .seconds(1), scheduler: time, latest: false),
            numbers.throttle(for: .seconds(1), scheduler: time, latest: false))
        let strategy = Publishers.TimeGroupingStrategy.byTime(time, .seconds(1))
        check(Publishers.CollectByTime(upstream: numbers, strategy: strategy), numbers.collect(strategy))
        check(Publishers.ReceiveOn(upstream: numbers, scheduler: time), numbers.receive(on: time))
        check(Publishers.SubscribeOn(upstream: numbers, scheduler: time), numbers.subscribe(on: time))
    }

    @Test("the publishers of optionals and results have Combine's names and initialisers") func once() {
        check(Optional<Int>.Publisher(2), Optional(2).publisher)
        check(Optional<Int>.Publisher(nil), Int?.none.publisher)
        check(Result<Int, Broken>.Publisher(3), Result<Int, Broken>.success(3).publisher)
        check(Result<Int, Broken>.Publisher(.success(3)), Result<Int, Broken>.success(3).publisher)
        #expect(Result<Int, TestError>.Publisher(TestError()).record().failure != nil)
    }

    @Test("a subject as a subscriber is given the subscription, the values and the ending") func subjectAsSubscriber() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record()
        [1, 2].publisher.subscribe(AnySubscriber(subject))
        #expect(recorder.values == [1, 2] && recorder.isFinished)
    }
}

@Suite("A publisher of what a closure sends")
struct CreateTests {
    @Test("what is sent before the closure returns, and later, is kept until it is asked for") func demand() {
        let kept = Log<PassthroughSubject<Int, Never>>()
        let publisher = AnyPublisher<Int, Never>.create { subscriber in
            kept.append(subscriber)
            subscriber.send(1)
            subscriber.send(2)
            return AnyCancellable {}
        }
        let recorder = publisher.record(demand: .max(1))
        #expect(recorder.values == [1])
        kept.entries[0].send(3)
        kept.entries[0].send(completion: .finished)
        recorder.request(.max(1))
        #expect(recorder.values == [1, 2] && !recorder.isFinished)
        recorder.request(.unlimited)
        #expect(recorder.values == [1, 2, 3] && recorder.isFinished)
    }

    @Test(
        "each subscriber has work of its own, which ends once: by a cancellation, an ending, or one within the closure")
    func work() {
        let begun = Log<PassthroughSubject<Int, TestError>>()
        let ended = Log<Int>()
        let publisher = AnyPublisher<Int, TestError>.create { subscriber in
            begun.append(subscriber)
            let number = begun.entries.count
            if number == 3 { subscriber.send(completion: .failure(TestError())) }
            return AnyCancellable { ended.append(number) }
        }
        let first = publisher.record()
        let second = publisher.record()
        #expect(begun.entries.count == 2 && ended.entries == [])
        first.cancel()
        #expect(ended.entries == [1])
        begun.entries[1].send(5)
        begun.entries[1].send(completion: .finished)
        #expect(second.values == [5] && second.isFinished && ended.entries == [1, 2])
        let third = publisher.record()
        #expect(third.failure != nil && ended.entries == [1, 2, 3])
        // Whoever sends later is heard by nobody.
        begun.entries[0].send(7)
        #expect(first.values == [] && ended.entries == [1, 2, 3])
    }
}
