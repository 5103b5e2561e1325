extension FanOut {
    /// Gives one value and the finish, or the failure, in one step. Whatever comes after the first call is ignored.
    ///
    /// Both are queued under one lock together with the mark that says so. In two steps a second sender could come
    /// between the value and its ending.
    package func settle(_ result: Result<Output, Failure>) {
        var mustWait = false
        let owns = lock.withLock {
            if current.isClosed { return false }
            current.isClosed = true
            switch result {
            case .success(let value):
                let owns = leaveUnderLock(.value(value), &mustWait)
                return leaveUnderLock(.completion(.finished), &mustWait) || owns
            case .failure(let error):
                return leaveUnderLock(.completion(.failure(error)), &mustWait)
            }
        }
        if mustWait ? awaitGrant() : owns { drain() }
    }
}
