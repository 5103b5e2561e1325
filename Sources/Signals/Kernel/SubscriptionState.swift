import Synchronization

/// One subscription's open demand and its state, in one atomic word.
///
/// Keeping both in one word is what makes the two races of a subscription decidable without a lock: a final value that
/// becomes ready while demand arrives (each side sees the other's half or is seen by it), and a value that is sent
/// while the subscription is cancelled. The common case, everything asked for and nothing special, is one comparison.
@usableFromInline
package struct SubscriptionState: ~Copyable {
    @usableFromInline let word = Atomic<UInt64>(0)

    @usableFromInline package init() {}

    /// A state of the subscription. The states past `finalReady` note which broken rules have been reported.
    @frozen
    @usableFromInline
    package struct Flags: OptionSet, Sendable {
        @usableFromInline package let rawValue: UInt64
        @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }

        /// The subscriber has its subscription.
        @inlinable package static var subscribed: Flags { Flags(rawValue: 1) }
        /// Upstream has completed, or need not go on.
        @inlinable package static var ended: Flags { Flags(rawValue: 2) }
        /// The subscriber wants nothing more.
        @inlinable package static var cancelled: Flags { Flags(rawValue: 4) }
        /// One of the two: nothing more may be delivered. (A literal of two is slow in debug builds.)
        @inlinable package static var over: Flags { Flags(rawValue: 6) }
        /// A last value waits for demand.
        @inlinable package static var finalReady: Flags { Flags(rawValue: 8) }
        /// Someone is producing values.
        @inlinable package static var producing: Flags { Flags(rawValue: 16) }
        /// Upstream was cancelled before it had ended, since nothing more was wanted. What it sends all the same, because
        /// it could not know yet, is no fault.
        @inlinable package static var dismissed: Flags { Flags(rawValue: 32) }
        /// The subscriber is being given its subscription, and has no place yet where values would reach it.
        @inlinable package static var arriving: Flags { Flags(rawValue: 64) }
        /// The first of the nine flags that say which rules have been reported as broken.
        @inlinable package static var firstReport: Flags { Flags(rawValue: 128) }
    }

    /// What the word said at one moment.
    @frozen
    @usableFromInline
    package struct Entry: Sendable {
        @usableFromInline let word: UInt64
        @inlinable init(_ word: UInt64) { self.word = word }

        @inlinable package var hasDemand: Bool { word >= SubscriptionState.one }
        @inlinable package func contains(_ flags: Flags) -> Bool { word & flags.rawValue == flags.rawValue }
        @inlinable package func intersects(_ flags: Flags) -> Bool { word & flags.rawValue != 0 }

        /// The open demand.
        @inlinable package var demand: Subscribers.Demand {
            word >= SubscriptionState.unlimited ? .unlimited : .max(Int(word >> 16))
        }
    }

    // The demand is counted in the upper 48 bits. At one value a nanosecond it takes three days to use up as much, so
    // what reaches the top is taken for unlimited.
    @inlinable static var one: UInt64 { 1 << 16 }
    @inlinable static var unlimited: UInt64 { ~0 << 16 }

    @inlinable package var entry: Entry { Entry(word.load(ordering: .acquiring)) }

    /// Whether the subscription is under way and everything has been asked for: the state in which nothing is counted.
    @inlinable package var isWideOpen: Bool {
        word.load(ordering: .relaxed) == Self.unlimited | Flags.subscribed.rawValue
    }

    /// Whether the subscriber has cancelled. On the path of a value, where nothing else is to be learned from the word.
    @inlinable package var isCancelled: Bool {
        word.load(ordering: .relaxed) & Flags.cancelled.rawValue != 0
    }

    /// Sets `flags`, and returns what the word said before.
    @inlinable
    @discardableResult
    package func raise(_ flags: Flags) -> Entry {
        Entry(word.bitwiseOr(flags.rawValue, ordering: .acquiringAndReleasing).oldValue)
    }

    /// Clears `flags`, and returns what the word said before.
    @inlinable
    @discardableResult
    package func lower(_ flags: Flags) -> Entry {
        Entry(word.bitwiseAnd(~flags.rawValue, ordering: .acquiringAndReleasing).oldValue)
    }

    /// Adds `demand`, and returns what the word said before.
    @inlinable
    @discardableResult
    package func add(_ demand: Subscribers.Demand) -> Entry {
        var old = word.load(ordering: .relaxed)
        while true {
            let open = old & Self.unlimited
            let room = Self.unlimited - open
            let added = demand.rawValue > UInt(room >> 16) ? room : UInt64(demand.rawValue) << 16
            let (exchanged, original) = word.weakCompareExchange(
                expected: old, desired: old + added, ordering: .acquiringAndReleasing)
            if exchanged { return Entry(old) }
            old = original
        }
    }

    /// Uses up one of the demand, if there is any.
    @inlinable
    package func take() -> Bool {
        var old = word.load(ordering: .acquiring)
        while true {
            if old < Self.one { return false }
            if old >= Self.unlimited { return true }
            let (exchanged, original) = word.weakCompareExchange(
                expected: old, desired: old - Self.one, ordering: .acquiringAndReleasing)
            if exchanged { return true }
            old = original
        }
    }

    /// Whether `rule` has not been reported here before. Asking notes it as reported.
    @usableFromInline
    package func isFirstReport(of rule: Diagnostics.Rule) -> Bool {
        let flag = Flags(rawValue: Flags.firstReport.rawValue << UInt64(rule.place))
        return !raise(flag).contains(flag)
    }
}
