extension FanOut {
    /// The value that a sender reads back, which may be ahead of what has been delivered.
    @frozen
    @usableFromInline
    struct Current {
        @usableFromInline var value: Output?
        @usableFromInline var stamp = WriteStamp()
        @usableFromInline var isClosed = false
        @inlinable init(value: Output?) { self.value = value }
    }

    /// Stores `value` to be read back and sends it, in one step, so that what was stored last is delivered last.
    ///
    /// - Parameters:
    ///   - version: If given, the value is stored only in place of the one with a stamp of that number.
    ///   - number: The number of the value's stamp, if it was written elsewhere: it is stored only if it is the later.
    /// - Returns: Whether nothing stood in the way. A stream that has ended ignores the value, as it should.
    @inlinable
    @discardableResult
    package func store(_ value: Output, inPlaceOf version: Int? = nil, as number: Int? = nil) -> Bool {
        var old: Output?
        var isOvertaken = false
        let turn = takeTurn(for: .value(value)) {
            if current.isClosed { return false }
            if let version, version != current.stamp.number {
                isOvertaken = true
                return false
            }
            if !current.stamp.advance(to: number) { return false }
            old = current.value
            current.value = value
            return true
        }
        switch turn {
        case .deliver:
            deliver(value)
            if !tryRelease() { drain() }
        case .drain: drain()
        case .left: break
        }
        // The replaced value is released here, outside the lock.
        withExtendedLifetime(old) {}
        return !isOvertaken
    }

    /// Stores and sends what `change` makes of the value stored last. No lock is held while it runs: if another value is
    /// stored meanwhile, it is asked again.
    @inlinable
    package func update<Result, Error>(_ change: (inout Output) throws(Error) -> Result) throws(Error) -> Result {
        while true {
            let now = lock.withLock { current }
            var value = now.value!
            let result = try change(&value)
            if store(value, inPlaceOf: now.stamp.number) { return result }
        }
    }

    /// Ends a stream whose value can be read back: whatever is stored from now on is ignored.
    package func close(_ completion: Subscribers.Completion<Failure>) {
        let owns = enqueue(.completion(completion)) { current.isClosed = true }
        if owns { drain() }
    }

    /// The value stored last.
    @usableFromInline package var storedValue: Output? { lock.withLock { current.value } }

    /// Gives one value and the finish, or the failure, in one step. Whatever comes after the first call is ignored.
    ///
    /// Both are queued under one lock together with the mark that says so. In two steps a second sender could come
    /// between the value and its ending.
    package func settle(_ result: Result<Output, Failure>) {
        let place = lock.withLock { () -> Place in
            if current.isClosed { return .behind }
            current.isClosed = true
            switch result {
            case .success(let value):
                let place = leaveUnderLock(.value(value))
                let last = leaveUnderLock(.completion(.finished))
                return place == .owner ? .owner : last
            case .failure(let error):
                return leaveUnderLock(.completion(.failure(error)))
            }
        }
        if owns(place) { drain() }
    }
}
