// What ends a chain: sinks, properties, models and loops.
import Foundation
import Signals

@MainActor
final class WeatherModel: ObservableObject {
    @Published var temperature = 20.0
    @Published private(set) var text = ""
    var label = ""
    private var cancellables = Set<AnyCancellable>()

    func observe(_ source: PassthroughSubject<Double, Never>) {
        $temperature
            .map { "\($0)" }
            // Combine: .receive(on: DispatchQueue.main)
            .receive(on: .main)
            .assign(to: \.label, on: self)
            .store(in: &cancellables)
    }

    func show(_ source: PassthroughSubject<Double, Never>) {
        source
            // Combine: .receive(on: RunLoop.main)
            .receive(on: .main)
            .sink { [weak self] in self?.temperature = $0 }
            .store(in: &cancellables)
    }

    func showAtOnce() {
        // Combine: $temperature
        $temperature.receive(on: .mainImmediate)
            .sink { [weak self] in self?.label = "\($0)" }
            .store(in: &cancellables)
    }

    func publish(_ source: PassthroughSubject<String, Never>) {
        source.receive(on: .main).assign(to: &$text)
    }

    func changes() -> AnyCancellable {
        objectWillChange.sink { print("\(self) will change") }
    }
}

final class IntSubscriber: Subscriber {
    typealias Input = Int
    typealias Failure = Never

    func receive(subscription: any Subscription) { subscription.request(.max(1)) }
    func receive(_ input: Int) -> Subscribers.Demand { .max(1) }
    func receive(completion: Subscribers.Completion<Never>) { print("Completed with \(completion)") }
}

func subscribers() {
    (0...3).publisher.subscribe(IntSubscriber())
    (0...3).publisher.subscribe(AnySubscriber(IntSubscriber()))
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    (0...3).publisher.subscribe(sink)
    sink.cancel()
}

func loops(_ numbers: PassthroughSubject<Int, Never>, _ texts: PassthroughSubject<String, any Error>) async throws {
    for await number in numbers.values { print(number) }
    for try await text in texts.values { print(text) }
    let first = await Future<Int, Never> { promise in promise(.success(1)) }.value
    print(first)
}
