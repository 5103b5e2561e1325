import Foundation

/// Where the library says that somebody has broken a rule.
///
/// A broken rule never traps and never corrupts: the offending call is ignored, and reported once for each place it
/// happens at. A program in production can count the reports, a test can fail on them.
public enum Diagnostics {
    /// The version of the library, as its changelog has it: for a log, or for a report of a fault.
    public static let version = "1.0.0"

    /// A rule between publishers and subscribers, or between those who post and those who listen.
    public enum Rule: String, Sendable, CaseIterable {
        /// A publisher delivered a value or an ending before it handed over a subscription. The event is dropped.
        case valueBeforeSubscription = "a value or a completion came before the subscription"
        /// A publisher handed a second subscription to a subscriber that has one. The second is cancelled.
        case secondSubscription = "a second subscription came; it was cancelled"
        /// A publisher delivered a value or an ending after its ending. The event is dropped.
        case eventAfterCompletion = "a value or a completion came after the completion"
        /// A publisher delivered a value that its subscriber had not requested. The value is dropped.
        case valueBeyondDemand = "a value came that nobody had asked for; it was dropped"
        /// A publisher called a subscriber on two threads at once, or from inside a closure of that operator. Debug builds drop the event.
        case overlappingDelivery = "a value or an ending was delivered while another was being taken"
        /// A subscriber requested zero values from its subscription. The request does nothing.
        case requestForNothing = "a subscriber asked for no values; ask for at least one"
        /// A delivery causes the next one, as two subjects do that send to each other, so that the sender never gets its thread back.
        case endlessDelivery = "whatever is delivered causes the next delivery, without an end"
        /// A notification did not fit the message type that a stream decodes it to. The stream goes on without it.
        case malformedNotification = "a notification did not fit the type that somebody listens for"
        /// A scheduler discarded a job, as an operation queue does that is cancelled. The values that waited for the job are lost.
        case lostJob = "a scheduler threw a job away, and what waited for it may be lost"
        /// A rule was broken that has no case of its own; the report's detail names it.
        // It comes last: no status notes it.
        case other = "a rule was broken"

        /// The place of the rule among the reports that a status has noted: it has room for the first nine.
        var place: Int { Self.allCases.firstIndex(of: self)! }
    }

    /// One broken rule.
    public struct Report: Sendable, CustomStringConvertible {
        /// The rule that was broken.
        public let rule: Rule
        /// The operator, subject or stream at which the rule was broken.
        public let operatorName: String
        /// What else there is to say, or an empty string.
        public let detail: String

        public var description: String {
            "Signals: \(operatorName): \(rule.rawValue)" + (detail.isEmpty ? "" : " (\(detail))")
        }
    }

    private struct State: Sendable {
        var handler: (@Sendable (Report) -> Void)?
        var count = 0
        var lostCount = 0
    }

    private static let state = Locked(State())

    /// Is told of every broken rule, on the thread on which it was noticed.
    ///
    /// While it is `nil`, a debug build writes a line to standard error and a release build counts.
    public static var handler: (@Sendable (Report) -> Void)? {
        get { state.withLock { $0.handler } }
        set {
            // The old handler is released outside: its captures may have a `deinit` that comes back here.
            let old = state.withLock { state in
                let old = state.handler
                state.handler = newValue
                return old
            }
            withExtendedLifetime(old) {}
        }
    }

    /// How many reports there have been.
    public static var reportCount: Int { state.withLock { $0.count } }

    /// How many values, endings and messages have been lost, since schedulers have thrown away the jobs that they waited for.
    ///
    /// Of these each one counts. A report there is, as of every broken rule, for the first at each place.
    public static var lostCount: Int { state.withLock { $0.lostCount } }

    @usableFromInline
    package static func countLost(_ count: Int) { state.withLock { $0.lostCount += count } }

    @usableFromInline
    package static func report(_ rule: Rule, at place: Any.Type, detail: String = "") {
        report(rule, at: name(of: place), detail: detail)
    }

    package static func report(_ rule: Rule, at name: String, detail: String = "") {
        let handler = state.withLock { state in
            state.count += 1
            return state.handler
        }
        let report = Report(rule: rule, operatorName: name, detail: detail)
        if let handler {
            handler(report)
        } else {
            #if DEBUG
            FileHandle.standardError.write(Data("\(report)\n".utf8))
            #endif
        }
    }

    /// The name of an operator's type as its users know it: without module, namespace and generic arguments.
    package static func name(of type: Any.Type) -> String {
        let name = String(describing: type)
        return String(name.prefix { $0 != "<" })
    }
}
