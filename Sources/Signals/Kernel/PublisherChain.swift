/// Publishers that are to follow one another, as a tree: what `append` and `prepend` build, link by link.
///
/// A chain of chains is one tree, so however long it is, a subscription takes one ``MachineSubscription`` for all of it. It is walked
/// and released with a list of what is still to be done, and never by recursion: a tree that was built in a loop is as
/// deep as it is long.
@usableFromInline
package final class PublisherChain<Output, Failure: Error>: @unchecked Sendable {
    // Sound: the `var`s are written by `init` and `deinit` only.
    @usableFromInline package typealias Part = @Sendable (MachineInputs<Operators.Concatenate<Output, Failure>>) -> Void
    let part: Part?
    @usableFromInline package let home: DeliveryHome?
    private var first: PublisherChain?
    private var second: PublisherChain?

    /// A chain of one publisher.
    @usableFromInline
    package init(_ part: @escaping Part, home: DeliveryHome?) {
        self.part = part
        self.home = home
    }

    /// What `first` is made of, followed by what `second` is made of.
    @usableFromInline
    package init(_ first: PublisherChain, _ second: PublisherChain, home: DeliveryHome?) {
        part = nil
        self.home = home
        self.first = first
        self.second = second
    }

    /// What `publisher` is made of, or a chain of it alone.
    @inlinable
    package static func of<P: Publisher<Output, Failure>>(_ publisher: P) -> PublisherChain {
        if let chain = partsOfPublisher(publisher) as? PublisherChain { return chain }
        return PublisherChain({ $0.pass(publisher) }, home: publisher._home)
    }

    deinit {
        var released = [first, second].compactMap { $0 }
        first = nil
        second = nil
        while var chain = released.popLast() {
            guard isKnownUniquelyReferenced(&chain) else { continue }
            if let first = chain.first.take() { released.append(first) }
            if let second = chain.second.take() { released.append(second) }
        }
    }

    /// Takes the next publisher off `path`, the chains that are still ahead, nearest last.
    static func nextPart(of path: inout [PublisherChain]) -> Part? {
        while let chain = path.popLast() {
            if let part = chain.part { return part }
            if let second = chain.second { path.append(second) }
            if let first = chain.first { path.append(first) }
        }
        return nil
    }
}

extension Operators {
    /// The machine behind `append(_:)` and `prepend(_:)`: one publisher of a chain after the other, as long as they finish.
    public struct Concatenate<Output, Failure: Error>: OperatorMachine {
        public typealias Input = Never
        public typealias Source = @Sendable (MachineInputs<Self>) -> Void
        private var path: [PublisherChain<Output, Failure>]
        private var current = 0

        public static var passesValues: Bool { true }

        @usableFromInline
        package init(_ chain: PublisherChain<Output, Failure>) { path = [chain] }

        public mutating func handle(_ event: MachineEvent<Never, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start, .finished:
                guard let part = PublisherChain.nextPart(of: &path) else { return effects.complete(.finished) }
                current = effects.attach(part)
                effects.request(effects.demand, from: current)
            case .demand(let added): effects.request(added, from: current)
            default: break
            }
        }
    }
}
