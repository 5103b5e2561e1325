/*:
 # Typed streams

 A dictionary of anything becomes a value with a type in one place, and from there on the compiler knows what it is. What
 does not fit is reported, and the stream goes on.
 */
import Foundation
import Signals

final class Cart: Sendable {}

struct CartChange: Codable, Hashable, Sendable {
    var itemCount: Int
    var total: Decimal?
}

//: An app gives its streams names of its own, in an extension.
extension NotificationHub {
    func cartChanges(of cart: Cart? = nil) -> some Publisher<CartChange, Never> {
        publisher(for: Notification.Name("CartChanged"), as: CartChange.self, object: cart)
    }
}

let hub = NotificationHub()
let cart = Cart()
var changes: [CartChange] = []
var counts: [Int] = []
var problems: [MalformedNotification] = []
let handles: [AnyCancellable] = [
    hub.cartChanges().receive(on: .mainImmediate).sink { changes.append($0) },
    hub.cartChanges(of: cart)
        .map(\.itemCount)
        .removeDuplicates()
        .receive(on: .mainImmediate)
        .sink { counts.append($0) },
    hub.malformedNotifications.receive(on: .mainImmediate).sink { problems.append($0) },
]

func post(_ payload: [AnyHashable: Any], from sender: Cart? = nil) {
    hub.post(name: Notification.Name("CartChanged"), object: sender, userInfo: payload)
}

post(["itemCount": 1], from: cart)
post(["itemCount": 1, "total": Decimal(string: "12.50")!], from: cart)
post(["itemCount": NSNumber(value: 2)], from: cart)
post(["itemCount": 9], from: Cart())
precondition(changes.map(\.itemCount) == [1, 1, 2, 9])
precondition(changes[1].total == Decimal(string: "12.50"))
precondition(counts == [1, 2])
print("all changes:", changes.map(\.itemCount), " one cart's, without repetitions:", counts)

//: Numbers are taken only if nothing is lost, and a post that does not fit names the place and both types.
post(["itemCount": 2.0], from: cart)
post(["itemCount": 2.5], from: cart)
post(["items": 3], from: cart)
post(["itemCount": "three"], from: cart)
precondition(changes.count == 5)
precondition(problems.map(\.codingPath) == ["itemCount", "itemCount", "itemCount"])
precondition(problems.map(\.found) == ["Double", "nothing", "String"])
for problem in problems { print("malformed:", problem) }
withExtendedLifetime(handles) {}
