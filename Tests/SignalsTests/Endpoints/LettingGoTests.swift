import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// What endpoints keep, and what they let go of.
@Suite struct LettingGoTests {
    private final class Model: @unchecked Sendable {
        // Sound: each test uses it on one thread.
        var value = 0
        var handle: AnyCancellable?
    }

    private struct Path: Sendable {
        static let value = \Model.value as any ReferenceWritableKeyPath<Model, Int> & Sendable
    }

    @Test("C47 assigning to oneself keeps nobody alive, and upstream is cancelled at the next value")
    func assignWeakly() {
        let subject = PassthroughSubject<Int, Never>()
        let cancels = Protected(0)
        weak var weakModel: Model?
        let handle: AnyCancellable
        do {
            let model = Model()
            weakModel = model
            handle = subject.handleEvents(receiveCancel: { cancels.increment() })
                .assign(to: Path.value, on: model)
            subject.send(1)
            #expect(model.value == 1)
        }
        #expect(weakModel == nil)
        subject.send(2)
        #expect(cancels.current == 1)
        withExtendedLifetime(handle) {}

        do {
            let model = Model()
            weakModel = model
            model.handle = subject.assign(to: Path.value, on: model)
        }
        #expect(weakModel == nil)
    }

    @Test("C47 a strong assignment keeps its object until it ends, or is cancelled", arguments: [true, false])
    func assignStrongly(ends: Bool) {
        let subject = PassthroughSubject<Int, Never>()
        weak var weakModel: Model?
        let handle: AnyCancellable
        do {
            let model = Model()
            weakModel = model
            handle = subject.assign(to: Path.value, on: model, ownership: .strong)
        }
        subject.send(3)
        #expect(weakModel?.value == 3)
        if ends { subject.send(completion: .finished) } else { handle.cancel() }
        #expect(weakModel == nil)
    }

    @Test("C48 a sink's closures are let go of after each ending, while its handle is still there", arguments: 0..<3)
    func sinkClosures(ending: Int) {
        final class Capture: Sendable {}
        weak var weakCapture: Capture?
        let subject = PassthroughSubject<Int, TestError>()
        let handle: AnyCancellable
        do {
            let capture = Capture()
            weakCapture = capture
            handle = subject.map { $0 + 1 }.merge(with: Empty()).sink(
                receiveCompletion: { _ in withExtendedLifetime(capture) {} },
                receiveValue: { _ in withExtendedLifetime(capture) {} })
        }
        subject.send(1)
        #expect(weakCapture != nil)
        switch ending {
        case 0: subject.send(completion: .finished)
        case 1: subject.send(completion: .failure(TestError()))
        default: handle.cancel()
        }
        #expect(weakCapture == nil)
        withExtendedLifetime(handle) {}
    }

    /// What becomes of a subscription in the tests below.
    enum Outcome: CaseIterable {
        case finish, fail, cancel

        func happen(to subject: PassthroughSubject<Int, TestError>, cancel: () -> Void) {
            switch self {
            case .finish: subject.send(completion: .finished)
            case .fail: subject.send(completion: .failure(TestError()))
            case .cancel: cancel()
            }
        }
    }

    /// An owner of a sink whose closures hold the owner.
    private final class SinkOwner: Sendable {
        let values = Protected(0)
        let sink = Protected<Subscribers.Sink<Int, TestError>?>(nil)

        func begin() {
            sink.withValue {
                $0 = Subscribers.Sink(
                    receiveCompletion: { _ in self.values.increment() }, receiveValue: { _ in self.values.increment() })
            }
        }
    }

    @Test("C121: a Sink whose closures hold its owner is no cycle once it is over", arguments: Outcome.allCases, 0..<4)
    func sinkOwner(outcome: Outcome, way: Int) {
        let subject = PassthroughSubject<Int, TestError>()
        weak var weakOwner: SinkOwner?
        do {
            let owner = SinkOwner()
            weakOwner = owner
            owner.begin()
            let sink = owner.sink.current!
            switch way {
            case 0: subject.subscribe(sink)
            case 1: subject.receive(subscriber: sink)
            case 2: subject.map { $0 }.eraseToAnyPublisher().subscribe(sink)
            default: subject.receive(subscriber: AnySubscriber(sink))
            }
            subject.send(1)
            #expect(owner.values.current == 1)
            outcome.happen(to: subject) { sink.cancel() }
            #expect(owner.values.current == (outcome == .cancel ? 1 : 2))
        }
        #expect(weakOwner == nil)
        subject.send(2)
    }

    @Test("C121: an AnySubscriber whose closures keep the subscription is let go of", arguments: Outcome.allCases)
    func anySubscriber(outcome: Outcome) {
        final class Owner: Sendable {
            let subscription = Protected<(any Subscription)?>(nil)
        }
        let subject = PassthroughSubject<Int, TestError>()
        weak var weakOwner: Owner?
        do {
            let owner = Owner()
            weakOwner = owner
            subject.map { $0 }.subscribe(
                AnySubscriber(
                    receiveSubscription: { subscription in
                        owner.subscription.withValue { $0 = subscription }
                        subscription.request(.unlimited)
                    }, receiveValue: { _ in withExtendedLifetime(owner) { .none } }))
            subject.send(1)
            outcome.happen(to: subject) { owner.subscription.current?.cancel() }
            // Asking when it is over does nothing, and nothing comes of it.
            owner.subscription.current?.request(.max(1))
            owner.subscription.current?.cancel()
        }
        #expect(weakOwner == nil)
        subject.send(2)
    }

    @Test("C121: what handleEvents was given as the subscription does not keep the chain", arguments: Outcome.allCases)
    func handleEvents(outcome: Outcome) {
        let subject = PassthroughSubject<Int, TestError>()
        let kept = Protected<(any Subscription)?>(nil)
        weak var weakOwner: SinkOwner?
        do {
            let owner = SinkOwner()
            weakOwner = owner
            let handle = subject.map { $0 + 1 }
                .handleEvents(receiveSubscription: { subscription in kept.withValue { $0 = subscription } })
                .sink(receiveCompletion: { _ in }, receiveValue: { _ in owner.values.increment() })
            subject.send(1)
            outcome.happen(to: subject) { handle.cancel() }
        }
        #expect(weakOwner == nil)
        kept.current?.cancel()
    }

    @Test("C120: a handle cancels its base once, and lets go of it then", arguments: [false, true])
    func handleOnBase(isStored: Bool) {
        final class Base: Cancellable {
            let count: Protected<Int>
            init(_ count: Protected<Int>) { self.count = count }
            func cancel() { count.increment() }
        }
        let count = Protected(0)
        weak var weakBase: Base?
        var handle: AnyCancellable?
        do {
            let base = Base(count)
            weakBase = base
            if isStored {
                var handles: [AnyCancellable] = []
                base.store(in: &handles)
                handle = handles[0]
            } else {
                handle = AnyCancellable(base)
            }
        }
        handle?.cancel()
        #expect(count.current == 1)
        #expect(weakBase == nil)
        handle?.cancel()
        handle = nil
        #expect(count.current == 1)
    }

    @Test("C40 a sink that is subscribed twice: the second subscription is cancelled, the first goes on")
    func sinkTwice() {
        let (values, reports) = recordingReports {
            let first = PassthroughSubject<Int, Never>()
            let second = PassthroughSubject<Int, Never>()
            let cancels = Protected(0)
            let values = Log<Int>()
            let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
            first.subscribe(sink)
            second.handleEvents(receiveCancel: { cancels.increment() }).subscribe(sink)
            first.send(1)
            second.send(2)
            first.send(3)
            #expect(cancels.current == 1)
            return values.entries
        }
        #expect(values == [1, 3])
        #expect(reports.contains { $0.rule == .secondSubscription && $0.operatorName == "Sink" })
    }

    @Test("C18 a bag that many threads fill while another empties it: each handle is cancelled once")
    func bag() {
        underWatchdog {
            let bag = CancellableBag()
            let count = 2_000
            let cancels = (0..<8).map { _ in Protected(0) }
            onThreads(9) { thread in
                if thread == 8 {
                    for _ in 0..<200 { bag.removeAll() }
                    return
                }
                for number in 0..<count {
                    let handle = AnyCancellable {
                        cancels[thread].increment()
                        // Comes back to the bag that is just cancelling it.
                        _ = bag.count
                    }
                    handle.store(in: bag)
                    if number == count / 2, thread == 0 { bag.cancel() }
                }
            }
            bag.cancel()
            #expect(cancels.map(\.current) == Array(repeating: count, count: 8))
            #expect(bag.isEmpty)
            let late = Protected(0)
            bag.add(AnyCancellable { late.increment() })
            #expect(late.current == 1)
        }
    }

    @Test("a subject that is fed by another publisher lets go of it at its own end") func feeding() {
        let upstream = PassthroughSubject<Int, Never>()
        let cancels = Protected(0)
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record()
        let handle = upstream.handleEvents(receiveCancel: { cancels.increment() }).subscribe(subject)
        upstream.send(1)
        handle.cancel()
        upstream.send(2)
        #expect(recorder.values == [1] && recorder.completion == nil)
        #expect(cancels.current == 1)
    }
}
