/// Something under way that can be called off.
public protocol Cancellable: Sendable {
    /// Stops the activity and lets go of what it holds. Calling it again does nothing.
    func cancel()
}
