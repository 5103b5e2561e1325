// A notification cannot be put behind a lock, where another thread would find it.
import Foundation
import Signals
import Synchronization

func observe(_ posts: NotificationHub.Notifications) -> AnyCancellable {
    let last = Last()
    return posts.sink { notification in
        last.change.withLock { change in
            // refused: change = notification
            change = notification.name
            // error: 'inout sending' parameter 'change' cannot be task-isolated at end of function
        }
    }
}

final class Last: Sendable {
    let change = Mutex<Any?>(nil)
}
