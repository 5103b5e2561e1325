/*:
 # Many posts, one delivery

 Whoever posts can leave out what is overtaken at once, and whoever observes can gather or wait. None of it needs a run
 loop. On this page time is virtual, so it passes when the page says so.
 */
import Foundation
import Signals
import SignalsTesting

struct Progress: NotificationMessage, Codable, Hashable {
    static let name = Notification.Name("Progress")
    var percent: Int
}

let hub = NotificationHub()
let time = VirtualTimeScheduler()
let received = hub.publisher(for: Progress.self).map(\.percent).record()

//: Five messages are enqueued, and the newest is posted on the scheduler's next turn.
for percent in [10, 20, 30, 40, 50] { hub.enqueue(Progress(percent: percent), on: time) }
precondition(received.values.isEmpty)
time.advance()
precondition(received.values == [50])
print("five enqueued, delivered:", received.values)

//: Five messages are posted, and an observer takes them as one batch, or only the last of them.
let batches = hub.publisher(for: Progress.self).map(\.percent)
    .collect(byTime: .milliseconds(100), scheduler: time)
    .record()
let settled = hub.publisher(for: Progress.self).map(\.percent)
    .debounce(for: .milliseconds(100), scheduler: time)
    .record()
for percent in [60, 70, 80, 90, 100] {
    hub.post(Progress(percent: percent))
    time.advance(by: .milliseconds(10))
}
time.advance(by: .seconds(1))
precondition(batches.values == [[60, 70, 80, 90, 100]])
precondition(settled.values == [100])
print("five posted, as one batch:", batches.values[0], " after a pause:", settled.values)
precondition(time.isIdle, "a timer was left behind")
