import Signals

/// A clause of the contract between a publisher and its subscribers.
///
/// The numbers are those of the documentation's page on the contract.
public enum ContractClause: Int, CaseIterable, Sendable {
    case subscriptionFirst = 1
    case onlyWhatWasAskedFor
    case oneAtATime
    case oneEnding
    case nothingAfterCancel
    case cancelAtAnyTime
    case demandAddsUp
    case demandFromInside
    case requestAfterTheEnd
    case independentSubscriptions
    case lettingGo

    /// What the clause says.
    public var text: String {
        switch self {
        case .subscriptionFirst: "the subscription comes first, once, before subscribing returns"
        case .onlyWhatWasAskedFor: "there are never more values than were asked for"
        case .oneAtATime: "one call has returned before the next begins"
        case .oneEnding: "there is at most one ending, and nothing after it"
        case .nothingAfterCancel: "nothing comes after the subscriber has cancelled"
        case .cancelAtAnyTime: "a subscriber may cancel at any time, also inside a value, and more than once"
        case .demandAddsUp: "it does not matter in how many steps the values are asked for"
        case .demandFromInside: "asking for more inside a value works, and takes no more stack than asking outside"
        case .requestAfterTheEnd: "asking after the ending or after cancelling does nothing"
        case .independentSubscriptions: "each subscription gets its own subscription, values and ending"
        case .lettingGo: "the subscriber is let go of after the ending, and after it has cancelled"
        }
    }
}

/// A clause that a publisher broke, and how.
public struct ContractViolation: Sendable, CustomStringConvertible {
    public let clause: ContractClause
    public let detail: String

    public var description: String { "clause \(clause.rawValue), \(clause.text): \(detail)" }
}
