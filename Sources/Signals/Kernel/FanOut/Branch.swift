import Synchronization

/// The sender's side of a live stream that begins before anybody can subscribe to it: a group, or a window.
///
/// The first values are kept for whoever comes first. From then on they go to those who are there. When this object goes the
/// stream finishes, so that nobody waits for a sender that is no more.
@usableFromInline
package final class Branch<Output: Sendable, Failure: Error>: @unchecked Sendable {
    // Sound: `room` belongs to whoever sends, which one thread does at a time.
    @usableFromInline package let source: Source
    @usableFromInline @exclusivity(unchecked) var room: Int

    /// - Parameters:
    ///   - limit: How many values to keep for the first subscriber.
    ///   - name: The type to name in reports.
    @usableFromInline
    package init(keeping limit: Int, name: any Any.Type) {
        room = limit
        source = Source(name)
    }

    deinit { end(.finished) }

    @usableFromInline
    package func end(_ completion: Subscribers.Completion<Failure>) { source.fanOut.send(completion: completion) }

    /// Sends a value.
    ///
    /// - Parameter receiveDropped: Is given the value if it cannot be kept.
    /// - Returns: Whether the stream is still of use to anybody. It is not when those who had subscribed have all left.
    @inlinable
    package func send(_ value: Output, receiveDropped: ((Output) -> Void)? = nil) -> Bool {
        if source.phase.isUnheard {
            keep(value, receiveDropped)
            return true
        }
        // Sound: this object keeps it. A retain of an object that has weak references, as this has, takes twice as long.
        Unmanaged.passUnretained(source.fanOut)._withUnsafeGuaranteedRef { $0.pass(value) }
        return !source.phase.isDeserted
    }

    /// Sends a value while nobody had come. The first subscriber may do so meanwhile, on another thread.
    @inlinable
    @inline(never)
    func keep(_ value: Output, _ receiveDropped: ((Output) -> Void)?) {
        if room > 0 {
            room -= 1
            source.fanOut.send(value)
            if !source.phase.isUnheard { source.fanOut.forget() }
        } else {
            receiveDropped?(value)
            source.fanOut.pass(value)
            source.phase.revive()
        }
    }

    /// The subscribers' side.
    @usableFromInline
    package final class Source: Sendable {
        @usableFromInline let fanOut: FanOut<Output, Failure>
        @usableFromInline let phase = BranchPhase()

        init(_ name: any Any.Type) {
            fanOut = FanOut(replay: .last(.max), name: name, unheard: { [phase] _ in phase.desert() })
        }

        /// - Parameter isFirst: Whether what has been kept is for this subscriber, and for no later one.
        @inlinable
        package func subscribe<S: Subscriber<Output, Failure>>(_ subscriber: S, isFirst: Bool) {
            fanOut.subscribe(subscriber)
            if isFirst { begin() }
        }

        @usableFromInline
        func begin() { if phase.hear() { fanOut.forget() } }
    }
}

/// How far a ``Branch`` has come.
@usableFromInline
final class BranchPhase: Sendable {
    /// Zero before anybody has subscribed, one from then on, and two when all have left.
    @usableFromInline let phase = Atomic(0)

    init() {}

    @inlinable var isUnheard: Bool { phase.load(ordering: .acquiring) == 0 }
    @inlinable var isDeserted: Bool { phase.load(ordering: .acquiring) == 2 }

    /// - Returns: Whether this was the first subscriber.
    func hear() -> Bool { phase.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing).exchanged }

    /// Takes it back that all have left, said when the first was about to come.
    @usableFromInline
    func revive() { _ = phase.compareExchange(expected: 2, desired: 1, ordering: .acquiringAndReleasing) }

    func desert() { _ = phase.compareExchange(expected: 1, desired: 2, ordering: .acquiringAndReleasing) }
}
