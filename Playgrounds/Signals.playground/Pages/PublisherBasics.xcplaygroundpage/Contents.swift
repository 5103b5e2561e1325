/*:
 # Notifications as a publisher

 `hub.publisher(for:object:)` is the stream of the notifications of one name. What it does, it does inside the post and on
 the thread of the poster, like an observer with a block.
 */
import Foundation
import Signals

extension Notification.Name {
    static let itemAdded = Notification.Name("itemAdded")
}

final class Cart: Sendable {}

let hub = NotificationHub()
let (mine, yours) = (Cart(), Cart())

//: A value has arrived when the post returns. `.mainImmediate` keeps that for posts on the main actor, and lets the closure
//: touch what belongs to it.
var titles: [String] = []
let all = hub.publisher(for: .itemAdded)
    .compactMap { $0.userInfo?["title"] as? String }
    .receive(on: .mainImmediate)
    .sink { titles.append($0) }
hub.post(name: .itemAdded, object: mine, userInfo: ["title": "apples"])
precondition(titles == ["apples"])
print("inside the post:", titles)

//: It arrives on the thread that posts.
let deliveringThread = CurrentValueSubject<ObjectIdentifier?, Never>(nil)
let threads = hub.publisher(for: .itemAdded)
    .map { _ in ObjectIdentifier(Thread.current) as ObjectIdentifier? }
    .subscribe(deliveringThread)
let poster = Thread { hub.post(name: .itemAdded) }
poster.start()
while !poster.isFinished { Thread.sleep(forTimeInterval: 0.001) }
precondition(deliveringThread.value == ObjectIdentifier(poster))
print("on the thread of the poster:", deliveringThread.value == ObjectIdentifier(poster))
threads.cancel()

//: A sender can be asked for. It is compared by identity, and not kept.
var mineCount = 0
let fromMe = hub.publisher(for: .itemAdded, object: mine)
    .map { _ in 1 }
    .receive(on: .mainImmediate)
    .sink { mineCount += $0 }
hub.post(name: .itemAdded, object: mine)
hub.post(name: .itemAdded, object: yours)
hub.post(name: .itemAdded)
precondition(mineCount == 1)
print("of three posts, from my cart:", mineCount)

//: The stream never ends while there is somebody who may post, so what waits for an end gives nothing.
var endings: [String] = []
let ones = hub.publisher(for: .itemAdded).map { _ in 1 }.receive(on: .mainImmediate)
let waiting: [AnyCancellable] = [
    ones.last().sink { endings.append("last \($0)") },
    ones.collect().sink { endings.append("collect \($0)") },
    ones.reduce(0) { $0 + $1 }.sink { endings.append("reduce \($0)") },
]
for _ in 0..<3 { hub.post(name: .itemAdded) }
precondition(endings.isEmpty)
print("last(), collect() and reduce() after three posts:", endings)

//: What has a size ends by itself.
var firstTwo: [Int] = []
let sized = ones.prefix(2).collect().sink { firstTwo = $0 }
for _ in 0..<3 { hub.post(name: .itemAdded) }
precondition(firstTwo == [1, 1])
print("prefix(2) and then collect():", firstTwo)
withExtendedLifetime((all, fromMe, waiting, sized)) {}
