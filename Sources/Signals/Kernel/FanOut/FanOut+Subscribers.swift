extension FanOut {
    /// Gives a value to a subscriber that has not asked for everything.
    ///
    /// - Returns: Whether it was given the value, or will be.
    @inlinable
    @inline(never)
    func offer(_ value: Output, to subscription: FanOutSubscription<Output, Failure>) -> Bool {
        guard subscription.isActive else { return false }
        switch replay {
        case .nothing:
            guard subscription.status.take() else { return false }
            subscription.deliver(value)
        case .newest:
            guard subscription.status.take() else {
                oweNewest(to: subscription)
                return false
            }
            deliverAsNewest(value, to: subscription)
        case .last:
            keep(value, for: subscription)
        }
        return true
    }

    @usableFromInline
    func keep(_ value: Output, for subscription: FanOutSubscription<Output, Failure>) {
        if subscription.debt == nil, subscription.status.take() { return subscription.deliver(value) }
        if subscription.debt == nil { subscription.debt = Debt(Queue()) }
        subscription.debt!.backlog.append(value)
        settleDebt(of: subscription)
    }

    @inlinable
    func remember(_ value: Output) {
        version += 1
        switch replay {
        case .nothing: return
        case .newest:
            if memory.isEmpty { memory.append(value) } else { memory[0] = value }
        case .last(let limit):
            memory.append(value)
            if memory.count > limit { _ = memory.popFirst() }
        }
    }

    @usableFromInline
    func complete(_ completion: Subscribers.Completion<Failure>) {
        if self.completion != nil { return }
        self.completion = completion
        isSpecial = true
        finishAll(completion)
    }

    /// Takes all out of the list, and tells them of the ending.
    func finishAll(_ completion: Subscribers.Completion<Failure>) {
        for entry in list.removeAll() {
            finish(unsafeDowncast(entry, to: FanOutSubscription<Output, Failure>.self), completion)
        }
    }

    /// Tells `subscription` of the ending, once it has been given what was kept for it.
    func finish(_ subscription: FanOutSubscription<Output, Failure>, _ completion: Subscribers.Completion<Failure>) {
        guard subscription.isActive else { return }
        if case .newest = replay {
            // An ending comes before a value that was not asked for.
            subscription.debt = nil
        } else if let debt = subscription.debt {
            debt.debtor = self
            debt.completion = completion
            return
        }
        if !subscription.status.raise(.ended).intersects(.over) { endings.append((subscription, completion)) }
    }

    /// Tells those that are to be told of the ending, when what has led to it has been done and needs the stack no more.
    @inlinable
    @inline(never)
    func deliverEndings() {
        while let (control, completion) = nextEnding() { control(.completion(completion)) }
    }

    @inlinable
    @inline(never)
    func nextEnding() -> (
        control: (SubscriberSignal<Failure>) -> Void, completion: Subscribers.Completion<Failure>
    )? {
        while let (subscription, completion) = endings.popFirst() {
            // One that was told before may have cancelled this one.
            if !subscription.status.isCancelled { return (subscription.control, completion) }
        }
        return nil
    }

    @usableFromInline
    func add(_ subscription: FanOutSubscription<Output, Failure>) {
        guard subscription.isActive else { return }
        subscription.hasJoined = true
        if isSpecial, finishAtOnce(subscription) { return }
        list.append(subscription)
        if isSpecial { catchUp(subscription) }
        // From here on its status is what a value goes by.
        subscription.status.raise(.subscribed)
    }

    /// - Returns: Whether there has been an ending.
    private func finishAtOnce(_ subscription: FanOutSubscription<Output, Failure>) -> Bool {
        guard let completion else { return false }
        if case .last = replay { catchUp(subscription) }
        finish(subscription, completion)
        return true
    }

    private func catchUp(_ subscription: FanOutSubscription<Output, Failure>) {
        switch replay {
        case .nothing: return
        case .newest: deliverNewest(to: subscription)
        case .last:
            if memory.isEmpty { return }
            subscription.debt = Debt(memory)
            settleDebt(of: subscription)
        }
    }

    private func deliverNewest(to subscription: FanOutSubscription<Output, Failure>) {
        guard subscription.seen < version, let newest = memory.first else { return }
        if subscription.status.take() { deliverAsNewest(newest, to: subscription) } else { oweNewest(to: subscription) }
    }

    @inlinable
    func deliverAsNewest(_ value: Output, to subscription: FanOutSubscription<Output, Failure>) {
        subscription.debt = nil
        subscription.seen = version
        subscription.deliver(value)
    }

    /// Stays until `subscription` has asked for the newest value, or has gone.
    @usableFromInline
    func oweNewest(to subscription: FanOutSubscription<Output, Failure>) {
        guard subscription.debt == nil, subscription.seen < version, !memory.isEmpty else { return }
        let debt = Debt<Output, Failure>(Queue())
        debt.debtor = self
        subscription.debt = debt
    }

    /// Gives as much of what is owed as has been asked for.
    private func settleDebt(of subscription: FanOutSubscription<Output, Failure>) {
        guard let debt = subscription.debt else { return }
        while subscription.isActive, !debt.backlog.isEmpty, subscription.status.take() {
            subscription.deliver(debt.backlog.popFirst()!)
        }
        if debt.backlog.isEmpty { subscription.debt = nil }
    }

    @usableFromInline
    func raiseDemand(of subscription: FanOutSubscription<Output, Failure>, by demand: Subscribers.Demand) {
        let old = subscription.status.add(demand)
        // One that has not joined yet is given its share when it does, and one that had asked for everything has it.
        guard subscription.isActive, subscription.hasJoined, old.demand != .unlimited else { return }
        isPulled = true
        switch replay {
        case .nothing: return
        case .newest:
            if completion == nil { deliverNewest(to: subscription) }
        case .last:
            let owed = subscription.debt?.completion
            settleDebt(of: subscription)
            if let owed, subscription.debt == nil { finish(subscription, owed) }
        }
    }

    @usableFromInline
    func remove(_ subscription: FanOutSubscription<Output, Failure>) {
        let reference = list.remove(subscription)
        subscription.debt = nil
        // Whatever the subscriber held may be released by this, so it comes last.
        reference?.release()
    }
}
