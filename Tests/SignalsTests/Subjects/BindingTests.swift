import Signals
import SignalsTesting
import TestSupport
import Testing

private final class Form: @unchecked Sendable {
    // Sound: its property may be used from any thread.
    @Published var count: Int
    init(_ count: Int) { self.count = count }
}

/// Values that are kept the same, and values that chase one another.
@Suite struct BindingTests {
    /// One end of a binding, of either kind.
    struct End: Sendable {
        let get: @Sendable () -> Int
        let set: @Sendable (Int) -> Void
        let values: AnyPublisher<Int, Never>
        let bind: @Sendable (End) -> AnyCancellable
        private let subject: CurrentValueSubject<Int, Never>?
        private let form: Form?

        static func subject(_ value: Int) -> End { End(CurrentValueSubject(value), nil) }
        static func property(_ value: Int) -> End { End(nil, Form(value)) }

        private init(_ subject: CurrentValueSubject<Int, Never>?, _ form: Form?) {
            (self.subject, self.form) = (subject, form)
            if let subject {
                get = { subject.value }
                set = { subject.send($0) }
                values = subject.eraseToAnyPublisher()
                bind = { other in
                    if let theirs = other.subject { return subject.bind(to: theirs) }
                    return subject.bind(to: other.form!.$count)
                }
            } else {
                let form = form!
                get = { form.count }
                set = { form.count = $0 }
                values = form.$count.didSet.eraseToAnyPublisher()
                bind = { other in
                    if let theirs = other.subject { return form.$count.bind(to: theirs) }
                    return form.$count.bind(to: other.form!.$count)
                }
            }
        }
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let first: @Sendable (Int) -> End
        let second: @Sendable (Int) -> End
    }

    static let kinds = [
        Kind(testDescription: "two subjects", first: End.subject, second: End.subject),
        Kind(testDescription: "two properties", first: End.property, second: End.property),
        Kind(testDescription: "subject, property", first: End.subject, second: End.property),
        Kind(testDescription: "property, subject", first: End.property, second: End.subject),
    ]

    @Test(
        "C117: the second is given the first's value, then each follows the other, once for each value",
        arguments: kinds)
    func follows(kind: Kind) {
        let (a, b) = (kind.first(1), kind.second(2))
        // A thousand writes before the binding count for nothing in it.
        for value in 1_000...2_000 { b.set(value) }
        let (aLog, bLog) = (a.values.record(), b.values.record())
        let binding = a.bind(b)
        #expect(b.get() == 1)
        a.set(3)
        b.set(4)
        b.set(4)
        a.set(5)
        #expect(aLog.values == [1, 3, 4, 4, 5])
        #expect(bLog.values == [2_000, 1, 3, 4, 4, 5])
        binding.cancel()
        a.set(6)
        b.set(7)
        #expect((a.get(), b.get()) == (6, 7))
        // Bound anew the other way round, it is the other's turn to give its value.
        let another = b.bind(a)
        #expect(a.get() == 7)
        withExtendedLifetime(another) {}
    }

    @Test("C117: a ring of three settles, wherever it is set, and says each value once", arguments: kinds)
    func ring(kind: Kind) {
        underWatchdog {
            let ends = [kind.first(1), kind.second(2), kind.first(3)]
            let handles = [ends[0].bind(ends[1]), ends[1].bind(ends[2]), ends[2].bind(ends[0])]
            #expect(ends.map { $0.get() } == [1, 1, 1])
            let logs = ends.map { $0.values.record() }
            ends[1].set(5)
            ends[2].set(6)
            #expect(logs.map(\.values) == [[1, 5, 6], [1, 5, 6], [1, 5, 6]])
            withExtendedLifetime(handles) {}
        }
    }

    @Test("C117: a listener that sets its end again, or sets the other one, has the last word", arguments: kinds, 0..<4)
    func clamps(kind: Kind, variant: Int) {
        underWatchdog {
            let (a, b) = (kind.first(0), kind.second(0))
            let binding = Protected<AnyCancellable?>(nil)
            // Before the binding or after it, at one end or the other.
            if variant.isMultiple(of: 2) { binding.withValue { $0 = a.bind(b) } }
            let listener = (variant < 2 ? a : b).values.sink { if $0 > 10 { b.set(10) } }
            if !variant.isMultiple(of: 2) { binding.withValue { $0 = a.bind(b) } }
            a.set(50)
            #expect((a.get(), b.get()) == (10, 10))
            b.set(60)
            #expect((a.get(), b.get()) == (10, 10))
            withExtendedLifetime(listener) {}
        }
    }

    private struct Ring: Sendable {
        let ends: [End]
        let logs: [Recorder<Int, Never>]
        let handles = Protected<[AnyCancellable]>([])

        init(_ kind: Kind) {
            ends = [kind.first(0), kind.second(0), kind.second(0)]
            logs = ends.map { $0.values.record() }
        }

        func bind() {
            let new = (0..<3).map { ends[$0].bind(ends[($0 + 1) % 3]) }
            handles.withValue { $0 = new }
        }
    }

    @Test(
        "C117: with two threads all ends of a ring are the same in the end, and have told of it last", arguments: kinds)
    func threads(kind: Kind) {
        underWatchdog {
            race(
                rounds: 800, { _ in Ring(kind) },
                [
                    { ring in for value in 1...20 { ring.ends[0].set(value) } },
                    { ring in
                        ring.bind()
                        for value in 101...120 { ring.ends[1].set(value) }
                    },
                ]
            ) { ring in
                let values = ring.ends.map { $0.get() }
                #expect(Set(values).count == 1)
                #expect(ring.logs.map { $0.values.last } == values)
            }
        }
    }

    @Test("C117: a subject that ends leaves the other alone, and nothing is kept once the binding goes")
    func ends() {
        let population = Population()
        do {
            let a = CurrentValueSubject<Population.Member, TestError>(population.member())
            let b = CurrentValueSubject<Population.Member, Never>(population.member())
            let binding = a.bind(to: b)
            #expect(a.value === b.value)
            a.send(completion: .failure(TestError()))
            b.send(population.member())
            #expect(a.value !== b.value)
            let recorder = b.map { _ in 0 }.record()
            #expect(recorder.completion == nil)
            withExtendedLifetime(binding) {}
        }
        #expect(population.count == 0)
        do {
            let a = CurrentValueSubject<Population.Member, Never>(population.member())
            let binding = a.bind(to: CurrentValueSubject<Population.Member, Never>(population.member()))
            a.send(population.member())
            binding.cancel()
        }
        #expect(population.count == 0)
    }
}
