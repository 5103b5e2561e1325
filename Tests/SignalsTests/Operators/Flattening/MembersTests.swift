import Signals
import SignalsTesting
import Testing

/// Publishers that come and go.
@Suite struct MembersTests {
    private typealias Member = PassthroughSubject<Int, ScriptError>
    private let sets = PassthroughSubject<[String: PassthroughSubject<Int, ScriptError>], ScriptError>()
    private let a = Member()
    private let b = Member()

    @Test("a member that stays keeps its subscription, and one that is missing is cancelled") func merge() {
        let recorder = sets.mergeMembers().record()
        a.send(0)
        sets.send(["a": a])
        a.send(1)
        sets.send(["a": Member(), "b": b])
        a.send(2)
        b.send(3)
        sets.send(["b": b])
        a.send(9)
        b.send(4)
        sets.send([:])
        b.send(9)
        sets.send(["b": b])
        b.send(5)
        #expect(recorder.values == [1, 2, 3, 4, 5])
        sets.send(completion: .finished)
        #expect(recorder.completion == nil)
        b.send(completion: .finished)
        #expect(recorder.isFinished && recorder.violations == [])
    }

    @Test("a member that has finished may leave, and come again") func finishedMember() {
        let (merged, combined) = (sets.mergeMembers().record(), sets.combineLatestMembers().record())
        sets.send(["a": Member(), "b": b])
        b.send(completion: .finished)
        sets.send([:])
        sets.send(["a": a])
        #expect(merged.completion == nil && combined.completion == nil)
        a.send(1)
        sets.send(completion: .finished)
        #expect(merged.values == [1] && combined.values == [[:], ["a": 1]] && merged.completion == nil)
        a.send(completion: .finished)
        #expect(merged.isFinished && combined.isFinished)
    }

    @Test("a member that is taken out inside its first value gives no other, also of those that have waited")
    func leavingInside() {
        let recorder = sets.mergeMembers().record(demand: .none) { [sets] _, _ in
            sets.send([:])
            return .none
        }
        sets.send(["a": a, "b": b])
        a.send(1)
        b.send(2)
        recorder.request(.unlimited)
        #expect(recorder.values == [1] && recorder.violations == [])
    }

    @Test("a failure of a member, or of the sets, is the stream's") func failures() {
        let (first, second) = (sets.mergeMembers().record(), sets.combineLatestMembers().record())
        sets.send(["a": a])
        a.send(completion: .failure(.source))
        #expect(first.failure == .source && second.failure == .source)
        let third = sets.mergeMembers().record()
        sets.send(completion: .failure(.other))
        #expect(third.failure == .other)
    }

    @Test("the newest values are those of the members there are, as soon as each has given one") func combineLatest() {
        let recorder = sets.combineLatestMembers().record()
        sets.send(["a": a, "b": b])
        a.send(1)
        #expect(recorder.values == [])
        b.send(2)
        sets.send(["a": a, "b": b])
        a.send(3)
        #expect(recorder.values == [["a": 1, "b": 2], ["a": 3, "b": 2]])
        // One that has to be waited for, and one that has left.
        sets.send(["a": a, "b": b, "c": Member()])
        a.send(4)
        #expect(recorder.values.count == 2)
        sets.send(["a": a])
        #expect(recorder.values.last == ["a": 4])
        a.send(completion: .finished)
        sets.send([:])
        #expect(recorder.values.last == [:])
        sets.send(completion: .finished)
        #expect(recorder.values.count == 4 && recorder.isFinished)
    }

    @Test("with less than everything asked for nothing of a member is lost, and of one that has left nothing comes")
    func demand() {
        let numbers = Just(["a": [1, 2, 3].publisher]).mergeMembers().record(demand: .max(1))
        #expect(numbers.values == [1])
        numbers.request(.max(2))
        #expect(numbers.values == [1, 2, 3] && numbers.isFinished && numbers.violations == [])
        let recorder = sets.mergeMembers().record(demand: .none)
        sets.send(["a": a])
        a.send(1)
        sets.send([:])
        recorder.request(.unlimited)
        #expect(recorder.values == [])
        verifyPublisher { Just([1: [1, 2].publisher, 2: [3].publisher]).mergeMembers().map { _ in 0 } }
        verifyPublisher { Just([1: [1, 2].publisher]).combineLatestMembers() }
    }
}
