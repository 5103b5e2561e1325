import Testing

/// All operators and publishers that the contract is checked with.
///
/// A new operator is one row in the list of its folder. `CompletenessTests` fails as long as there is none.
enum Catalogue {
    static let all: [Row] =
        transforming + filtering + reducing + combining + pairing + mixed + sequencing + flattening + grouping
        + recovering
        + timing
        + sharing + debugging + erasing + origins

    /// Those that stand between an upstream and a subscriber.
    static let operators = all.filter { !$0.traits.contains(.isOrigin) }

    /// Those that meet an upstream's faults themselves. One that is erased, or made on demand, is handed the subscriber.
    static let meetingFaults = operators.filter { $0.name != "Deferred" && $0.name != "eraseToAnyPublisher()" }
}

/// The scenarios that every operator has to go through, one after another: they run on the main actor, which others need
/// in between.
@Suite(.serialized) enum EveryOperator {}
