/// A value that can be read, set and followed, and so be bound to another: a ``CurrentValueSubject`` or a ``Published`` property.
public protocol BindablePublisher<Output>: Publisher where Output: Sendable {
    /// How a binding reaches the value.
    var _bindingEnd: BindingEnd<Output> { get }
}

/// How a binding reaches a value.
public struct BindingEnd<Value: Sendable>: Sendable {
    /// A value, and the number of its ``WriteStamp``.
    typealias Written = (value: Value, number: Int)

    /// Reads what was written last.
    let read: @Sendable () -> Written
    /// Writes a value, unless what is there is as late or later.
    let offer: @Sendable (Written) -> Void
    /// Has the value take part in bindings, as just written or as written before all others.
    let share: @Sendable (_ leads: Bool) -> Void
    /// Calls the first closure whenever something was written, and the second when nothing will be any more.
    let follow: @Sendable (@escaping @Sendable () -> Void, @escaping @Sendable () -> Void) -> AnyCancellable
}

extension BindablePublisher {
    /// Keeps this value and that of `other` the same: whichever is set, the other one follows.
    ///
    /// ```swift
    /// let binding = form.$name.bind(to: account.$name)
    /// form.name = "Ada"        // account.name is "Ada"
    /// account.name = "Grace"   // form.name is "Grace"
    /// ```
    ///
    /// To begin with `other` is given this value.
    ///
    /// A binding passes on what was written, and not what was passed on: each value carries the time of its writing, and an end
    /// takes only what was written later than what it has. So nothing comes back to where it was set, each end publishes a value
    /// once, and there may be a third and a fourth bound to either, also in a ring. Of two values that are set on two threads at
    /// once the later one is kept; when all is quiet all ends have it. A subscriber may set an end again while it is told of a
    /// value, to limit it, say: that was written later.
    ///
    /// Where values are set faster than they can be delivered, from inside a subscriber or on several threads, the other end may
    /// be given the newest of them only.
    ///
    /// The value is set on the thread on which the first end publishes it. Of two properties of the main actor both are set there.
    ///
    /// - Completion: When either subject ends, the binding ends. The other subject goes on.
    /// - Returns: A handle that ends the binding when it is released. As long as it is kept, both subjects are, or what stands
    ///   behind the properties, but no object that has them.
    /// - Complexity: O(1) for each value and end.
    public func bind<Other: BindablePublisher<Output>>(to other: Other) -> AnyCancellable {
        let (mine, theirs) = (_bindingEnd, other._bindingEnd)
        theirs.share(false)
        mine.share(true)
        // Drawn before the value is read: what is written meanwhile has a later one, and is kept.
        let now = WriteStamp.draw()
        let first = mine.read()
        // Both may have been bound to others before, and theirs be the later.
        if first.number < theirs.read().number { mine.offer((first.value, now)) }
        let binding = CancellableBag()
        let end: @Sendable () -> Void = { binding.cancel() }
        binding.add(mine.follow({ theirs.offer(mine.read()) }, end))
        binding.add(theirs.follow({ mine.offer(theirs.read()) }, end))
        return AnyCancellable(binding)
    }
}

extension CurrentValueSubject: BindablePublisher {
    public var _bindingEnd: BindingEnd<Output> {
        let fanOut = fanOut
        return BindingEnd(
            read: { fanOut.lock.withLock { (fanOut.current.value!, fanOut.current.stamp.number) } },
            offer: { fanOut.store($0.value, as: $0.number) },
            share: { leads in fanOut.lock.withLock { fanOut.current.stamp.share(leads: leads) } },
            follow: { changed, ended in self.sink(receiveCompletion: { _ in ended() }, receiveValue: { _ in changed() })
            })
    }
}

extension Published.Publisher: BindablePublisher {
    public var _bindingEnd: BindingEnd<Value> {
        let storage = storage
        return BindingEnd(
            read: { storage.written },
            offer: { storage.set($0.value, as: $0.number) },
            share: { storage.share(leads: $0) },
            follow: { changed, _ in self.didSet.sink { _ in changed() } })
    }
}
