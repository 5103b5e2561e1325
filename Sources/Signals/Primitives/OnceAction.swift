/// A closure that runs at most once, and is released when it has run.
@usableFromInline
package final class OnceAction: Cancellable {
    private let action: Locked<(@Sendable () -> Void)?>

    package init(_ action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    @usableFromInline
    package func cancel() {
        // Taken out first and run outside: it may come back here, and so may what its release sets free.
        let action = action.withLock { $0.take() }
        action?()
    }
}
