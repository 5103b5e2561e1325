import Signals
import SignalsTesting
import Testing

/// The failures of these tests, by the letter that a log shows them with.
enum Broken: String, Error, Codable {
    /// Upstream failed.
    case upstream = "X"
    /// A closure threw.
    case thrown = "T"
}

/// One operator with what it makes of a list of values that finishes, fails, or is empty.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    typealias Input = AnyPublisher<Int, Broken>

    let testDescription: String
    let input: [Int]
    let finishing: String
    let failing: String
    let empty: String
    let emptyFailing: String
    let apply: @Sendable (Input) -> AnyPublisher<String, any Error>

    /// - Parameters:
    ///   - input: What upstream gives.
    ///   - finishing: What comes out where upstream then finishes, such as `1 2 |`.
    ///   - failing: What comes out where upstream then fails, such as `1 2 X`.
    ///   - empty: What comes out where upstream finishes without a value.
    ///   - emptyFailing: What comes out where upstream fails without a value.
    init<P: Publisher>(
        _ name: String, _ input: [Int], finishing: String, failing: String, empty: String = "|",
        emptyFailing: String = "X", _ build: @escaping @Sendable (Input) -> P
    ) {
        testDescription = name
        self.input = input
        self.finishing = finishing
        self.failing = failing
        self.empty = empty
        self.emptyFailing = emptyFailing
        apply = { upstream in
            build(upstream).map { "\($0)" }.mapError { $0 as any Error }.eraseToAnyPublisher()
        }
    }
}

extension Recorder where Input == String {
    /// The values and the ending in one line: `|` for the finish, a letter for a failure.
    var line: String {
        let end =
            switch completion {
            case nil: ""
            case .finished: "|"
            case .failure(let error): (error as? Broken)?.rawValue ?? "E"
            }
        return (values + [end]).joined(separator: " ").trimmingPrefix(" ").description
    }
}

/// Upstream for the cases: values that are there for the taking.
func source(_ values: [Int], _ completion: Subscribers.Completion<Broken> = .finished) -> OperatorCase.Input {
    Record(output: values, completion: completion).eraseToAnyPublisher()
}

/// Throws if `value` is `bad`.
func refuse(_ bad: Int, _ value: Int) throws -> Int {
    if value == bad { throw Broken.thrown }
    return value
}

/// The same with the failure type that the cases' upstream has.
func refuseTyped(_ bad: Int, _ value: Int) throws(Broken) -> Int {
    if value == bad { throw .thrown }
    return value
}
