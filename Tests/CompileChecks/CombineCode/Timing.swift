// Operators with a scheduler.
import Foundation
import Signals

func queues(_ cancellables: inout Set<AnyCancellable>) {
    let subject = PassthroughSubject<String, Never>()
    let queue = DispatchQueue(label: "work", qos: .userInitiated)
    subject.debounce(for: .milliseconds(500), scheduler: DispatchQueue.main)
        .sink { print("Value: \($0)") }.store(in: &cancellables)
    subject.throttle(for: 10.0, scheduler: queue, latest: true).sink { print($0) }.store(in: &cancellables)
    subject.throttle(for: .seconds(10), scheduler: queue, latest: false).sink { print($0) }.store(in: &cancellables)
    subject.delay(for: 3, scheduler: queue).sink { print($0) }.store(in: &cancellables)
    subject.delay(for: .seconds(3), tolerance: .milliseconds(10), scheduler: queue, options: nil)
        .sink { print($0) }.store(in: &cancellables)
    subject.timeout(.seconds(5), scheduler: queue, options: nil, customError: nil)
        .sink { print($0) }.store(in: &cancellables)
    subject.setFailureType(to: URLError.self)
        .timeout(.seconds(5), scheduler: queue, customError: { URLError(.timedOut) })
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }).store(in: &cancellables)
    subject.measureInterval(using: queue).sink { print("\($0)", terminator: "\n") }.store(in: &cancellables)
    subject.receive(on: queue).sink { print($0) }.store(in: &cancellables)
    subject.subscribe(on: queue).receive(on: OperationQueue.main).sink { print($0) }.store(in: &cancellables)
    subject.receive(on: ImmediateScheduler.shared).sink { print($0) }.store(in: &cancellables)
}

func options(_ cancellables: inout Set<AnyCancellable>) {
    let subject = PassthroughSubject<String, Never>()
    subject
        // Combine: .receive(on: DispatchQueue.global(), options: .init(qos: .utility))
        .receive(on: DispatchQueue.global(qos: .utility))
        .sink { print($0) }
        .store(in: &cancellables)
}

func runLoops(_ cancellables: inout Set<AnyCancellable>) {
    let subject = PassthroughSubject<String, Never>()
    subject
        // Combine: .debounce(for: .seconds(1), scheduler: RunLoop.main)
        .debounce(for: .seconds(1), scheduler: .main)
        .sink { print($0) }
        .store(in: &cancellables)
}

func runLoopsToDeliverOn(_ cancellables: inout Set<AnyCancellable>) {
    let subject = PassthroughSubject<String, Never>()
    subject
        // Combine: .receive(on: RunLoop.main)
        .receive(on: .main)
        .sink { print($0) }
        .store(in: &cancellables)
}
