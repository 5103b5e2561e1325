// A notification cannot be forwarded to a subject, which may be sent to on several threads.
import Foundation
import Signals

// refused: typealias Forwarded = Notification
typealias Forwarded = Notification.Name

func forward(
    _ posts: some Publisher<Forwarded, Never>, to subject: PassthroughSubject<Forwarded, Never>
) -> AnyCancellable {
    // error: conformance of 'Notification' to 'Sendable' is unavailable
    posts.subscribe(subject)
}
