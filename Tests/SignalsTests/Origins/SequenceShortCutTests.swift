import Signals
import SignalsTesting
import Testing

@Suite struct SequenceShortCutTests {
    /// Checks that a short cut gives what the operator of the same name gives.
    private func check<Short: Publisher<Value, Never>, Long: Publisher<Value, Never>, Value: Equatable & Sendable>(
        _ short: Short, _ long: Long, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for demand in [.unlimited, .none] as [Subscribers.Demand] {
            let (short, long) = (short.record(demand: demand), long.record(demand: demand))
            for _ in 0...5 {
                #expect(short.values == long.values, sourceLocation: sourceLocation)
                if demand == .none {
                    short.request(.max(1))
                    long.request(.max(1))
                }
            }
            // With nothing to give the short cut finishes at once; the operator has to look at what it leaves out first.
            #expect(short.completion == long.completion, sourceLocation: sourceLocation)
            #expect(short.violations == [], sourceLocation: sourceLocation)
        }
    }

    @Test("a short cut of a collection gives what the operator gives", arguments: [[], [1], [1, 2, 3, 4]])
    func collections(elements: [Int]) {
        let short = elements.publisher
        let long = short.eraseToAnyPublisher()
        for count in 0...5 {
            check(short.prefix(count), long.prefix(count))
            check(short.dropFirst(count), long.dropFirst(count))
            check(short.output(at: count), long.output(at: count))
            check(short.output(in: count...), long.output(in: count...))
            check(short.output(in: 1...count + 1), long.output(in: 1...count + 1))
            check(short.output(in: ..<count), long.output(in: ..<count))
        }
        check(short.last(), long.last())
        check(short.count(), long.count())
        check(short.prefix(3).dropFirst().last(), long.prefix(3).dropFirst().last())
    }

    @Test("C110: the greatest number there is can be counted to like any other")
    func greatestNumber() {
        let short = [1, 2].publisher
        let long = short.eraseToAnyPublisher()
        check(short.prefix(.max), long.prefix(.max))
        check(short.dropFirst(.max), long.dropFirst(.max))
        check(short.output(at: .max), long.output(at: .max))
        check(short.output(in: 1...Int.max), long.output(in: 1...Int.max))
        check(short.output(in: ...Int.max), long.output(in: ...Int.max))
        check(short.output(in: Int.max...), long.output(in: Int.max...))
        check(short.output(in: 1..<Int.max), long.output(in: 1..<Int.max))
        check(short.output(in: ...(-1)), long.output(in: ...(-1)))
        check(long.collect(.max).map(\.count), [2].publisher)
        check(long.collect(.max).flatMap(maxPublishers: .max(.max)) { $0.publisher }, long)
        check(long.buffer(size: .max, prefetch: .keepFull, whenFull: .dropNewest), long)
        check(long.share(replay: .max), long)
        check(long.flatMapInOrder(maxPublishers: .max(.max)) { Just($0) }, long)

        // It is not there, so what waits for it goes on until upstream has ended.
        let subject = PassthroughSubject<Int, Never>()
        let recorders = [subject.output(at: .max).record(), subject.output(in: Int.max...).record()]
        for value in 1...3 { subject.send(value) }
        for recorder in recorders { #expect(recorder.values == [] && recorder.completion == nil) }

        // Nobody can send so many, but the operator can be told that so many have been.
        let op = Operators.OutputIn<Int, Never>(range: (Int.max - 1)...Int.max)
        var number = Int.max - 2
        let steps = (1...3).map { "\(op.next($0, &number))" }
        #expect(steps == ["skip", "emit(2)", "last(3)"])
    }

    @Test("short cuts take no link of their own, also behind one another")
    func types() {
        let publisher: Publishers.Sequence<ArraySlice<Int>, Broken> = [1, 2, 3].publisher.dropFirst().prefix(1)
            .setFailureType(to: Broken.self)
        #expect(publisher.record().values == [2])
    }

    @Test("a sequence that can only be gone through keeps the plain operators")
    func plainSequences() {
        let set: Set = [1]
        #expect(set.publisher.prefix(1).record().values == [1])
        #expect(stride(from: 0, to: 10, by: 2).publisher.last().record().values == [8])
        #expect(stride(from: 0, to: 10, by: 2).publisher.count().record().values == [5])
    }
}
