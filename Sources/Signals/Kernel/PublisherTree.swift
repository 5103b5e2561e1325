/// Publishers that one operator is to be made of, as a tree: what `append`, `prepend` and `merge` build, call by call.
///
/// A tree of trees is one tree, so however long it is, a subscription takes one ``MachineSubscription`` for all of it. It is
/// walked and released with a list of what is still to be done, and never by recursion: a tree that was built in a loop is
/// as deep as it is long.
@usableFromInline
package final class PublisherTree<Node: Sendable>: @unchecked Sendable {
    // Sound: the `var`s are written by `init` and `deinit` only.
    let part: Node?
    @usableFromInline package let home: DeliveryHome?
    private var first: PublisherTree?
    private var second: PublisherTree?

    /// A tree of one publisher.
    ///
    /// - Parameter part: Subscribes to it.
    @usableFromInline
    package init(_ part: Node, home: DeliveryHome?) {
        self.part = part
        self.home = home
    }

    /// What `first` is made of, followed by what `second` is made of.
    @usableFromInline
    package init(_ first: PublisherTree, _ second: PublisherTree, home: DeliveryHome?) {
        part = nil
        self.home = home
        self.first = first
        self.second = second
    }

    /// What `publisher` is made of, or a tree of it alone.
    @inlinable
    package static func of<P: Publisher>(_ publisher: P, _ part: @autoclosure () -> Node) -> PublisherTree {
        (partsOfPublisher(publisher) as? PublisherTree) ?? PublisherTree(part(), home: publisher._home)
    }

    deinit {
        var released = [first, second].compactMap { $0 }
        first = nil
        second = nil
        while var tree = released.popLast() {
            guard isKnownUniquelyReferenced(&tree) else { continue }
            if let first = tree.first.take() { released.append(first) }
            if let second = tree.second.take() { released.append(second) }
        }
    }

    /// Takes the next part off `path`, the trees that are still ahead, nearest last.
    @usableFromInline
    static func nextPart(of path: inout [PublisherTree]) -> Node? {
        while let tree = path.popLast() {
            if let part = tree.part { return part }
            if let second = tree.second { path.append(second) }
            if let first = tree.first { path.append(first) }
        }
        return nil
    }
}
