extension FanOut {
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
