// Operators for several subscribers, and connectable publishers.
import Foundation
import Signals

func sharing(_ cancellables: inout Set<AnyCancellable>) {
    let pub = (1...3).publisher
        .delay(for: 1, scheduler: DispatchQueue.main)
        .map { _ in Int.random(in: 0...100) }
        .print("Random")
        .share()
    pub.sink { print("Stream 1 received: \($0)") }.store(in: &cancellables)
    pub.sink { print("Stream 2 received: \($0)") }.store(in: &cancellables)

    let multicast = ["First", "Second", "Third"].publisher
        .map { ($0, Int.random(in: 0...100)) }
        .multicast { PassthroughSubject<(String, Int), Never>() }
    multicast.sink { print("Stream 1 received: \($0)") }.store(in: &cancellables)
    multicast.connect().store(in: &cancellables)

    let subject = PassthroughSubject<Int, Never>()
    let other = (0...3).publisher.multicast(subject: subject)
    other.autoconnect().sink { print($0) }.store(in: &cancellables)

    let connectable = Just("one").makeConnectable()
    connectable.sink { print($0) }.store(in: &cancellables)
    connectable.connect().store(in: &cancellables)
}
