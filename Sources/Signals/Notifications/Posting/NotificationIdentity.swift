import Foundation

extension Notification {
    /// Tells whether another notification is this one, on its way through the center.
    ///
    /// A center hands its observers what was posted, so the payload is not only equal but the same piece of memory.
    /// Without a payload any other of the same name and sender is as good as this one.
    var recogniser: (Notification) -> Bool {
        let (name, object, payload) = (name, sender, userInfo)
        return { other in
            guard other.name == name, other.sender === object else { return false }
            switch (payload, other.userInfo) {
            case (nil, nil): return true
            case (let own?, let other?):
                // Sound: a dictionary is one reference to its storage, and both are alive while the two are compared.
                return unsafeBitCast(own, to: UInt.self) == unsafeBitCast(other, to: UInt.self)
            default: return false
            }
        }
    }
}
