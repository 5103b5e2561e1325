// Subjects, and publishers that are made by hand.
import Foundation
import Signals

func subjects(_ cancellables: inout Set<AnyCancellable>) {
    let passthrough = PassthroughSubject<String, Never>()
    let current = CurrentValueSubject<Int, Never>(0)
    let signal = PassthroughSubject<Void, Never>()
    passthrough.send("one")
    current.send(1)
    current.value += 1
    signal.send()
    signal.send(())
    passthrough.send(completion: .finished)
    let erased: AnyPublisher<Int, Never> = current.eraseToAnyPublisher()
    erased.subscribe(current).store(in: &cancellables)
    AnyPublisher(current).sink { print($0) }.store(in: &cancellables)
}

func publishers(_ cancellables: inout Set<AnyCancellable>) {
    Just("hello").sink { print($0) }.store(in: &cancellables)
    Empty<Int, Never>(completeImmediately: false).sink { print($0) }.store(in: &cancellables)
    Empty(completeImmediately: true, outputType: Int.self, failureType: Never.self)
        .sink { print($0) }.store(in: &cancellables)
    Deferred { Just(Date()) }.sink { print($0) }.store(in: &cancellables)
    Optional<Int>.Publisher(1).sink { print($0) }.store(in: &cancellables)
    Result<Int, URLError>.success(1).publisher
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }).store(in: &cancellables)
    Record<Int, URLError>(output: [1, 2], completion: .failure(URLError(.badURL)))
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }).store(in: &cancellables)
    Record<Int, Never> { recording in
        recording.receive(1)
        recording.receive(completion: .finished)
    }
    .sink { print($0) }.store(in: &cancellables)
}

func generateAsyncRandomNumberFromFuture() -> Future<Int, Never> {
    Future { promise in
        DispatchQueue.main.asyncAfter(deadline: .now() + 2) {
            let number = Int.random(in: 1...10)
            promise(Result.success(number))
        }
    }
}

func notifications(_ cancellables: inout Set<AnyCancellable>) {
    NotificationCenter.default.publisher(for: Notification.Name("saved"))
        .map { $0.name.rawValue }
        .sink { print($0) }
        .store(in: &cancellables)
    NotificationCenter.default
        .publisher(for: Notification.Name("saved"), object: nil)
        .compactMap { $0.userInfo?["count"] as? Int }
        .receive(on: DispatchQueue.main)
        .sink { print($0) }
        .store(in: &cancellables)
    Timer.publish(every: 1.0, on: .main, in: .default)
        .autoconnect()
        .sink { print("\($0)") }
        .store(in: &cancellables)
}
