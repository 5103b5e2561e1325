/*:
 # ChatMulticast

 The delegate pattern, with as many delegates as there happen to be.

     swift run ChatMulticast

 A chat service tells its delegate of two things: a message has come in, and one that was sent has arrived. Here the list
 of chats wants to count, the open conversation wants to show, and the service's own outbox wants to know what can be
 forgotten. All three are delegates: the service has a `Multicast` where it would have had one.
 */
import Signals

/// What happens in a chat. Being of the main actor, it can be told of there only, which the compiler checks.
@MainActor
protocol ChatDelegate: AnyObject, Sendable {
    func chat(received message: String, from sender: String)
    func chat(delivered message: String)
}
/*:
 Where one delegate is expected, a multicast can stand for all of them, once it forwards. `ChatService` below knows nothing
 of multicasting: its `delegate` is a plain one.
 */
extension Multicast: ChatDelegate where Delegate == any ChatDelegate {
    func chat(received message: String, from sender: String) {
        notify { $0.chat(received: message, from: sender) }
    }

    func chat(delivered message: String) {
        notify { $0.chat(delivered: message) }
    }
}

/// Sends and receives. It is itself interested in what arrives: until then it keeps what it has sent.
@MainActor
final class ChatService: ChatDelegate {
    private(set) weak var delegate: (any ChatDelegate)?
    private(set) var outbox: [String] = []

    init(delegate: any ChatDelegate) {
        self.delegate = delegate
    }

    func send(_ message: String) {
        outbox.append(message)
    }

    /// What the network would call.
    func networkDidReceive(_ message: String, from sender: String) {
        delegate?.chat(received: message, from: sender)
    }

    /// What the network would call, too.
    func networkDidDeliver(_ message: String) {
        delegate?.chat(delivered: message)
    }

    func chat(received message: String, from sender: String) {}

    func chat(delivered message: String) {
        outbox.removeAll { $0 == message }
    }
}

/// The list of chats, with the number of unread messages.
@MainActor
final class ChatList: ChatDelegate {
    private(set) var unread = 0
    private(set) var delivered = 0

    func chat(received message: String, from sender: String) {
        unread += 1
        print("list          \(unread) unread")
    }

    func chat(delivered message: String) { delivered += 1 }
}

/// An open conversation, which shows bubbles.
@MainActor
final class Conversation: ChatDelegate {
    let name: String
    private(set) var bubbles: [String] = []

    init(_ name: String) { self.name = name }

    func chat(received message: String, from sender: String) { show("\(sender): \(message)") }
    func chat(delivered message: String) { show("\(message) ✓") }

    private func show(_ bubble: String) {
        bubbles.append(bubble)
        print("\(name)  \(bubble)")
    }
}
//: A multicast may be a global `let`, and be used from any thread.
let delegates = Multicast<any ChatDelegate>()

let service = ChatService(delegate: delegates)
let list = ChatList()
let conversation = Conversation("conversation")
delegates.add(list)
delegates.add(conversation)
delegates.add(service)

service.send("Are you there?")
precondition(service.outbox == ["Are you there?"])
service.networkDidDeliver("Are you there?")
service.networkDidReceive("Yes!", from: "Grace")

precondition(list.unread == 1 && list.delivered == 1)
precondition(conversation.bubbles == ["Are you there? ✓", "Grace: Yes!"])
precondition(service.outbox.isEmpty, "the sender is told as well")
//: One who comes late gets what happens from then on. One who goes, goes: it is held weakly, and need not say goodbye.
@MainActor
func openSecondConversation() {
    let second = Conversation("second window")
    delegates.add(second)
    precondition(delegates.count == 4)
    service.networkDidReceive("Now in two windows", from: "Grace")
    precondition(second.bubbles == ["Grace: Now in two windows"])
}
openSecondConversation()
precondition(delegates.count == 3, "the second window has gone")

delegates.remove(list)
service.networkDidReceive("Only in one", from: "Grace")
precondition(list.unread == 2, "the list has left, and counts no more")
precondition(conversation.bubbles.count == 4)
print("All were told, each of what it was there for.")
