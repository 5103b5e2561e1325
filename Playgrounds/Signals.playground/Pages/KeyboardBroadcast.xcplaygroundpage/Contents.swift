/*:
 # KeyboardBroadcast

 A system notification, turned into a protocol call in one place.

     swift run KeyboardBroadcast

 Many screens have to move out of the way of a keyboard. Without help each of them observes a notification by name, and
 each takes the frame out of an untyped dictionary, with its own casts and its own mistakes. Here one mediator does that,
 and everybody else adopts a protocol.
 */
import Foundation
import Signals

/// What screens are told. They live on the main actor, and can be told there only.
@MainActor
protocol KeyboardObserver: AnyObject, Sendable {
    func keyboardWillMove(to frame: Frame, within seconds: Double)
}

struct Frame: Codable, Sendable, Equatable {
    var y: Double
    var height: Double
}
//: The notification's payload, typed. What is in the dictionary under these names is read once, and checked.
struct KeyboardWillMove: MainActorNotificationMessage, Codable {
    static let name = Notification.Name("KeyboardWillChangeFrame")
    var frame: Frame
    var duration: Double
}

/// The one place that knows of the notification.
@MainActor
final class KeyboardMediator {
    private let token: AnyCancellable
    private let malformed: AnyCancellable

    init(hub: NotificationHub) {
        token = hub.publisher(for: KeyboardWillMove.self).sink { message in
            Broadcaster.notify((any KeyboardObserver).self) {
                $0.keyboardWillMove(to: message.frame, within: message.duration)
            }
        }
        malformed = hub.malformedNotifications.sink { print("not understood: \($0)") }
    }
}

/// A screen that keeps its text above the keyboard.
@MainActor
final class Editor: KeyboardObserver {
    let name: String
    private(set) var bottomInset = 0.0

    init(_ name: String) {
        self.name = name
        Broadcaster.register((any KeyboardObserver).self, observer: self)
    }

    func keyboardWillMove(to frame: Frame, within seconds: Double) {
        bottomInset = max(0, 800 - frame.y)
        print("\(name): inset \(bottomInset) in \(seconds) s")
    }
}

let hub = NotificationHub.default
let mediator = KeyboardMediator(hub: hub)
let mail = Editor("mail")
var notes: Editor? = Editor("notes")
//: The system posts what it always has: a name and a dictionary.
@MainActor
func systemMovesKeyboard(to y: Double) {
    NotificationCenter.default.post(
        name: KeyboardWillMove.name, object: nil,
        userInfo: ["frame": ["y": y, "height": 300.0], "duration": 0.25])
}

systemMovesKeyboard(to: 500)
precondition(mail.bottomInset == 300 && notes!.bottomInset == 300)
//: A screen that goes away need not unregister. One that wants to be left alone may.
weak var gone = notes
notes = nil
precondition(gone == nil, "nobody kept it alive")
systemMovesKeyboard(to: 800)
precondition(mail.bottomInset == 0)

Broadcaster.unregister((any KeyboardObserver).self, observer: mail)
systemMovesKeyboard(to: 400)
precondition(mail.bottomInset == 0)
//: A post that does not fit is reported, and nobody is told nonsense.
Broadcaster.register((any KeyboardObserver).self, observer: mail)
NotificationCenter.default.post(name: KeyboardWillMove.name, object: nil, userInfo: ["frame": "huge"])
precondition(mail.bottomInset == 0)
systemMovesKeyboard(to: 450)
precondition(mail.bottomInset == 350)
withExtendedLifetime(mediator) {}
