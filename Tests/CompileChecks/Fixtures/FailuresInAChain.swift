// Behind what makes the failure another one the chain goes on, and nothing has to be annotated.
import Signals

enum NetworkError: Error { case offline }
enum CartError: Error { case unreachable }

func counts(_ responses: PassthroughSubject<String, NetworkError>) -> some Publisher<Int, CartError> {
    responses
        .mapError { _ in CartError.unreachable }
        .map { $0.count }
        .filter { $0 > 0 }
        .scan(0) { $0 + $1 }
}

func retried(_ counts: AnyPublisher<Int, CartError>) -> some Publisher<Int, NetworkError> {
    counts
        .catch { _ in Fail<Int, NetworkError>(error: .offline) }
        .removeDuplicates { $0 == $1 }
        .compactMap { $0 > 3 ? $0 : nil }
}

func latest(_ counts: AnyPublisher<Int, any Error>) -> AnyCancellable {
    counts
        .mapError { _ in CartError.unreachable }
        .flatMapLatest { Just($0).setFailureType(to: CartError.self) }
        .combineLatest(Just(2).setFailureType(to: CartError.self)) { $0 * $1 }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
}
