import Signals
import SignalsTesting
import TestSupport

/// What a row of the catalogue is built from, made afresh for each scenario.
final class Bench: Sendable {
    /// The scheduler of timed operators. The scenarios run on the main actor, so its `main` may be used as well.
    let scheduler: VirtualTimeScheduler
    /// Counts what is alive.
    let census = Census()
    /// Is called from inside the closures of the operator under test.
    private let onPass = Protected<(@Sendable () -> Void)?>(nil)
    /// The upstream of the operator under test.
    let source: Source
    private let made = Protected<[Source]>([])
    private let main: (any MainActorScheduler)?

    /// - Parameters:
    ///   - isOnMainActor: Whether the sources deliver on the main actor wherever they are asked from.
    ///   - scheduler: Whose time is used, if it is not to be one of its own.
    init(_ script: Script, isOnMainActor: Bool = false, on scheduler: VirtualTimeScheduler = VirtualTimeScheduler()) {
        self.scheduler = scheduler
        main = isOnMainActor ? scheduler.main : nil
        source = Source(script, census: census, on: main)
        made.withValue { $0 = [source] }
    }

    /// What a closure of the operator under test is to hold on to, and to tell of each call. Each is a new one, so that
    /// only that closure keeps it alive.
    var probe: Probe { Probe(census: census, onPass: onPass) }

    /// Sets what happens inside the closures of the operator under test.
    func insideClosures(_ action: (@Sendable () -> Void)?) { onPass.withValue { $0 = action } }

    /// Another source: the second input of an operator, or an inner publisher.
    func another(_ values: [Int], _ ending: Script.Ending? = .finish) -> Source {
        let source = Source(Script(values, ending), census: census, on: main)
        made.withValue { $0.append(source) }
        return source
    }

    /// Every source made so far, the upstream first.
    var sources: [Source] { made.current }

    /// Moves time on until nothing can be left to wait for.
    func settle() {
        scheduler.advance(by: .seconds(1))
    }
}

/// What a ``Source`` gives, as far as it is asked for it.
struct Script: Sendable {
    enum Ending: Sendable { case finish, fail }

    var values: [Int]
    var ending: Ending?
    var manners = Manners.good

    /// Which of its duties a source neglects.
    enum Manners: Sendable, CaseIterable {
        case good
        /// It gives all values at once, without being asked.
        case ignoresDemand
        /// It gives a value and an ending before it hands over the subscription.
        case speaksFirst
        /// It hands over two subscriptions.
        case subscribesTwice
        /// It gives a value and another ending after the ending.
        case speaksAfterwards
    }

    init(_ values: [Int], _ ending: Ending?, _ manners: Manners = .good) {
        self.values = values
        self.ending = ending
        self.manners = manners
    }
}

struct TestError: Error, Hashable {}

/// Counts the living objects of each kind.
final class Census: Sendable {
    private let counts = Protected<[String: Int]>([:])

    func add(_ change: Int, of kind: String) { counts.withValue { $0[kind, default: 0] += change } }

    /// The kinds of which something is alive.
    var living: [String: Int] { counts.current.filter { $0.value != 0 } }
}

/// An object that is counted while it lives.
class Counted: @unchecked Sendable {
    // Sound: immutable. A subclass has only immutable or locked state too.
    let census: Census
    let kind: String

    init(_ kind: String, in census: Census) {
        self.census = census
        self.kind = kind
        census.add(1, of: kind)
    }

    deinit { census.add(-1, of: kind) }
}

/// A value with an identity, so that one kept too long is noticed.
final class Token: Counted, Hashable, Comparable, CustomStringConvertible, @unchecked Sendable {
    let number: Int

    init(_ number: Int, in census: Census) {
        self.number = number
        super.init("value", in: census)
    }

    var description: String { "\(number)" }

    /// Another value of the same census.
    func with(_ number: Int) -> Token { Token(number, in: census) }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
    static func == (left: Token, right: Token) -> Bool { left.number == right.number }
    static func < (left: Token, right: Token) -> Bool { left.number < right.number }
}

/// What the closures of an operator under test hold, and call each time they run.
final class Probe: Counted, @unchecked Sendable {
    private let onPass: Protected<(@Sendable () -> Void)?>

    init(census: Census, onPass: Protected<(@Sendable () -> Void)?>) {
        self.onPass = onPass
        super.init("closure", in: census)
    }

    /// To be called by every closure that a row gives to an operator.
    @discardableResult
    func pass<Value>(_ value: Value) -> Value {
        onPass.current?()
        return value
    }
}
