// Observers of the main actor cannot be notified from elsewhere.
import Signals

@MainActor
protocol TitleObserver: AnyObject, Sendable {
    func updateTitle(_ title: String)
}

// refused: func announce(_ title: String) {
@MainActor func announce(_ title: String) {
    // error: call to main actor-isolated instance method 'updateTitle' in a synchronous nonisolated context
    Broadcaster.notify((any TitleObserver).self) { $0.updateTitle(title) }
}
