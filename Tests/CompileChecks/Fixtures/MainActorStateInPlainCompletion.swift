// A property of the main actor cannot be set in the completion handler of a plain sink.
import Signals

@MainActor
final class LoadingModel {
    var isLoading = true

    func observe(_ counts: PassthroughSubject<Int, any Error>) -> AnyCancellable {
        counts
            // refused: .map { $0 }
            .receive(on: .main)
            .sink(
                // error: main actor-isolated property 'isLoading' can not be mutated from a Sendable closure
                receiveCompletion: { [weak self] _ in self?.isLoading = false },
                receiveValue: { _ in })
    }
}
