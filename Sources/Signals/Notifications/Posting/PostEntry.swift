/// A post that is under way, with what has been made of it so far.
@usableFromInline
package struct Parcel<Post> {
    @usableFromInline package let post: Post
    @usableFromInline package let handed: HandedMessage<Post>?
    /// Whether there are several entries, so that it may pay to keep what the post was decoded to.
    @usableFromInline package let meetsSeveral: Bool
    /// What the post was decoded to, for each kind of entry that has met it.
    @usableFromInline package var decoded: [(kind: ObjectIdentifier, message: Any?)] = []

    init(post: Post, handed: HandedMessage<Post>?, meetsSeveral: Bool) {
        self.post = post
        self.meetsSeveral = meetsSeveral
        self.handed = handed
    }
}

/// A message that was given to be posted, and how to recognise the post that was made of it.
@usableFromInline
package final class HandedMessage<Post> {
    @usableFromInline package let message: Any
    package let isOf: (Post) -> Bool

    package init(_ message: Any, isOf: @escaping (Post) -> Bool) {
        self.message = message
        self.isOf = isOf
    }
}

/// One place in a ``PostChannel``: a subscriber, or several of one kind that came one after another.
@usableFromInline
package final class PostEntry<Post>: @unchecked Sendable {
    // Sound: the `var`s are touched under the channel's lock only.
    let reference: ObjectReference?
    let kind: ObjectIdentifier?
    /// What the entry delivers through, for those who join it.
    @usableFromInline package let outlet: AnyObject
    let deliver: (inout Parcel<Post>) -> Void
    let finish: () -> Void
    @exclusivity(unchecked) var firstOrder = 0
    @exclusivity(unchecked) var lastOrder = 0
    @exclusivity(unchecked) var memberCount = 0

    @usableFromInline
    package init(
        kind: ObjectIdentifier?, _ reference: ObjectReference?, outlet: AnyObject,
        deliver: @escaping (inout Parcel<Post>) -> Void, finish: @escaping () -> Void
    ) {
        self.kind = kind
        self.reference = reference
        self.outlet = outlet
        self.deliver = deliver
        self.finish = finish
    }
}

extension ContiguousArray {
    /// Takes `entry` out of a list in which all are in order.
    mutating func remove<Post>(_ entry: PostEntry<Post>) where Element == PostEntry<Post> {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].firstOrder < entry.firstOrder { low = middle + 1 } else { high = middle }
        }
        if low < count, self[low] === entry { remove(at: low) }
    }

    /// Leaves out those who came later than the one of that order.
    mutating func removeThose<Post>(after latest: Int) where Element == PostEntry<Post> {
        while let last, last.firstOrder > latest { removeLast() }
    }
}
