// A notification cannot be taken along by a task that a sink starts.
import Foundation
import Signals

func observe(_ posts: NotificationHub.Notifications) -> AnyCancellable {
    posts.sink { notification in
        // refused: let change = notification
        let change = notification.name
        // error: passing closure as a 'sending' parameter risks causing data races
        Task { print(change) }
    }
}
