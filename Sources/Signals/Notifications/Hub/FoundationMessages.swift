import Foundation

// Foundation has protocols for typed messages of its own. A type may conform to one of them and to the hub's, with one
// pair of functions for both: a `makeMessage` that is not isolated and does not throw serves either.
//
// On Apple's systems that is all there is to it. The hub posts a plain notification, which Foundation converts for those
// who observe through its protocols; and what is posted through these Foundation converts into a notification, which the
// hub's subscribers get. Each way is gone once, so nothing arrives twice.
//
// On Linux Foundation converts nothing: a message posted through its protocols reaches only those who observe through
// them. So here the hub posts both. It is the one who reaches everybody; a message posted through Foundation's own
// functions does not come to the hub.
#if !canImport(Darwin)
extension NotificationHub {
    /// Posts a message: to those who subscribe to its type, to those who observe it through Foundation's protocol, and to
    /// everybody else as a notification.
    @MainActor
    public func post<M: MainActorNotificationMessage & NotificationCenter.MainActorMessage>(
        _ message: M, object: M.Subject? = nil
    ) {
        post(M.makeNotification(message), from: object, as: message)
        if let object {
            center.post(message, subject: object)
        } else {
            center.post(message)
        }
    }

    /// Posts a message: to those who subscribe to its type, to those who observe it through Foundation's protocol, and to
    /// everybody else as a notification.
    public func post<M: NotificationMessage & NotificationCenter.AsyncMessage>(
        _ message: M, object: M.Subject? = nil
    ) {
        post(M.makeNotification(message), from: object, as: message)
        if let object {
            center.post(message, subject: object)
        } else {
            center.post(message)
        }
    }
}
#endif
