/// An action that somebody else will run later, unless it is taken away first. Taking it away releases it at once,
/// whoever still holds the box.
package final class RevocableAction: Cancellable {
    package typealias Action = @Sendable () -> Void

    private let action: Locked<Action?>

    package init(_ action: @escaping Action) {
        self.action = Locked(action)
    }

    /// The action, if it has not been taken away.
    package var current: Action? { action.withLock { $0 } }

    /// Takes the action out of the box: whoever gets it is the last who can run it.
    package func take() -> Action? { action.withLock { $0.take() } }

    package func cancel() {
        // Released here, outside the lock: what the action held may come back.
        let action = take()
        withExtendedLifetime(action) {}
    }
}
