extension FanOut {
    /// Gives a value to a subscriber that has not asked for everything.
    ///
    /// - Returns: Whether it was given the value, or will be.
    @inlinable
    @inline(never)
    func offer(_ value: Output, to conduit: Conduit<Output, Failure>) -> Bool {
        guard conduit.isActive else { return false }
        switch replay {
        case .nothing:
            guard conduit.ledger.take() else { return false }
            conduit.deliver(value)
        case .newest:
            guard conduit.ledger.take() else {
                oweNewest(to: conduit)
                return false
            }
            deliverAsNewest(value, to: conduit)
        case .last:
            keep(value, for: conduit)
        }
        return true
    }

    @usableFromInline
    func keep(_ value: Output, for conduit: Conduit<Output, Failure>) {
        if conduit.debt == nil, conduit.ledger.take() { return conduit.deliver(value) }
        if conduit.debt == nil { conduit.debt = Debt(Queue()) }
        conduit.debt!.backlog.append(value)
        settleDebt(of: conduit)
    }

    @inlinable
    func remember(_ value: Output) {
        version += 1
        switch replay {
        case .nothing: return
        case .newest:
            _ = memory.popFirst()
            memory.append(value)
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
        for conduit in list.removeAll() { finish(conduit, completion) }
    }

    /// Tells `conduit` of the ending, once it has been given what was kept for it.
    func finish(_ conduit: Conduit<Output, Failure>, _ completion: Subscribers.Completion<Failure>) {
        guard conduit.isActive else { return }
        if case .newest = replay {
            // An ending comes before a value that was not asked for.
            conduit.debt = nil
        } else if let debt = conduit.debt {
            debt.debtor = self
            debt.completion = completion
            return
        }
        if !conduit.ledger.raise(.ended).intersects(.over) { endings.append((conduit, completion)) }
    }

    /// Tells those that are to be told of the ending, when what has led to it has been done and needs the stack no more.
    @usableFromInline
    func deliverEndings() {
        while let (control, completion) = nextEnding() { control(.completion(completion)) }
    }

    private func nextEnding() -> (
        control: (SubscriberSignal<Failure>) -> Void, completion: Subscribers.Completion<Failure>
    )? {
        while let (conduit, completion) = endings.popFirst() {
            // One that was told before may have cancelled this one.
            if !conduit.ledger.isCancelled { return (conduit.control, completion) }
        }
        return nil
    }

    @usableFromInline
    func add(_ conduit: Conduit<Output, Failure>) {
        guard conduit.isActive else { return }
        conduit.hasJoined = true
        if let completion {
            if case .last = replay { catchUp(conduit) }
            finish(conduit, completion)
            return
        }
        list.append(conduit)
        catchUp(conduit)
        // From here on its ledger is what a value goes by.
        conduit.ledger.raise(.subscribed)
    }

    private func catchUp(_ conduit: Conduit<Output, Failure>) {
        switch replay {
        case .nothing: return
        case .newest: deliverNewest(to: conduit)
        case .last:
            if memory.isEmpty { return }
            conduit.debt = Debt(memory)
            settleDebt(of: conduit)
        }
    }

    private func deliverNewest(to conduit: Conduit<Output, Failure>) {
        guard conduit.seen < version, let newest = memory.first else { return }
        if conduit.ledger.take() { deliverAsNewest(newest, to: conduit) } else { oweNewest(to: conduit) }
    }

    @inlinable
    func deliverAsNewest(_ value: Output, to conduit: Conduit<Output, Failure>) {
        conduit.debt = nil
        conduit.seen = version
        conduit.deliver(value)
    }

    /// Stays until `conduit` has asked for the newest value, or has gone.
    @usableFromInline
    func oweNewest(to conduit: Conduit<Output, Failure>) {
        guard conduit.debt == nil, conduit.seen < version, !memory.isEmpty else { return }
        let debt = Debt<Output, Failure>(Queue())
        debt.debtor = self
        conduit.debt = debt
    }

    /// Gives as much of what is owed as has been asked for.
    private func settleDebt(of conduit: Conduit<Output, Failure>) {
        guard let debt = conduit.debt else { return }
        while conduit.isActive, !debt.backlog.isEmpty, conduit.ledger.take() {
            conduit.deliver(debt.backlog.popFirst()!)
        }
        if debt.backlog.isEmpty { conduit.debt = nil }
    }

    @usableFromInline
    func raiseDemand(of conduit: Conduit<Output, Failure>, by demand: Subscribers.Demand) {
        let old = conduit.ledger.add(demand)
        // One that has not joined yet is given its share when it does, and one that had asked for everything has it.
        guard conduit.isActive, conduit.hasJoined, old.demand != .unlimited else { return }
        isPulled = true
        switch replay {
        case .nothing: return
        case .newest:
            if completion == nil { deliverNewest(to: conduit) }
        case .last:
            let owed = conduit.debt?.completion
            settleDebt(of: conduit)
            if let owed, conduit.debt == nil { finish(conduit, owed) }
        }
    }

    @usableFromInline
    func remove(_ conduit: Conduit<Output, Failure>) {
        let debt = conduit.debt.take()
        defer { withExtendedLifetime(debt) {} }
        // Whatever the subscriber held may be released by this, so it comes last.
        list.remove(conduit)?.release()
    }
}
