import Dispatch
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
//
//
// Whether a type has both is looked up when a message is posted, so generic code that posts it need not know.
#if !canImport(Darwin)
extension NotificationHub {
    /// Posts a message to those who observe it through Foundation's protocol, if its type conforms to that.
    func postToFoundation<M: Sendable>(_ message: M, from object: AnyObject?) {
        // The type is asked first, which takes half as long as asking the value.
        if M.self is any NotificationCenter.AsyncMessage.Type,
            let message = message as? any NotificationCenter.AsyncMessage
        {
            message.envelope?.post(to: center, from: object)
        } else if M.self is any NotificationCenter.MainActorMessage.Type,
            let message = message as? any NotificationCenter.MainActorMessage
        {
            message.envelope?.post(to: center, from: object)
        }
    }
}

/// A message on its way to those who observe it through one of Foundation's protocols.
private protocol Envelope {
    func post(to center: NotificationCenter, from object: AnyObject?)
}

extension NotificationCenter.AsyncMessage {
    fileprivate var envelope: (any Envelope)? { AsyncEnvelope(message: self) as? any Envelope }
}

extension NotificationCenter.MainActorMessage {
    fileprivate var envelope: (any Envelope)? { MainActorEnvelope(message: self) as? any Envelope }
}

private struct AsyncEnvelope<Message: NotificationCenter.AsyncMessage> {
    let message: Message
}

private struct MainActorEnvelope<Message: NotificationCenter.MainActorMessage> {
    let message: Message
}

// A type has one `Subject` for both protocols, and the hub's asks for a class. The compiler knows that no more where only
// Foundation's is in sight.
extension AsyncEnvelope: Envelope where Message.Subject: AnyObject {
    func post(to center: NotificationCenter, from object: AnyObject?) {
        if let object = object as? Message.Subject {
            center.post(message, subject: object)
        } else {
            center.post(message)
        }
    }
}

extension MainActorEnvelope: Envelope where Message.Subject: AnyObject {
    /// Posts at once on the main actor, and from elsewhere on its next turn.
    func post(to center: NotificationCenter, from object: AnyObject?) {
        // Sound: the hub's messages are `Sendable`, and of the sender only the identity is used.
        nonisolated(unsafe) let (message, object) = (message, object as? Message.Subject)
        let post: @MainActor @Sendable (NotificationCenter) -> Void = { center in
            if let object {
                center.post(message, subject: object)
            } else {
                center.post(message)
            }
        }
        let deliver = MainActorContext.assuming("NotificationHub.post", post)
        if MainActorContext.isCurrent {
            deliver(center)
        } else {
            DispatchQueue.main.async { deliver(center) }
        }
    }
}
#endif
