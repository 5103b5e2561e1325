// Operators that deal with failures.
import Foundation
import Signals

struct SimpleError: Error, Equatable {}

func failures(_ cancellables: inout Set<AnyCancellable>) {
    @Sendable func positive(_ number: Int) throws -> Int {
        guard number > 0 else { throw SimpleError() }
        return number
    }
    let numbers = [5, 4, 3, 2, 1, 0, 9, 8, 7, 6]
    numbers.publisher
        .tryLast {
            guard $0 != 0 else { throw SimpleError() }; return true
        }
        .catch { _ in Just(-1) }
        .sink { print($0) }
        .store(in: &cancellables)
    numbers.publisher
        .tryMap { try positive($0) }
        .tryCatch { error in
            guard error is SimpleError else { throw error }
            return Just(0)
        }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
    Fail<String, SimpleError>(error: SimpleError())
        .replaceError(with: "(replacement)")
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0, terminator: " ") })
        .store(in: &cancellables)
    Fail(outputType: Int.self, failure: SimpleError())
        .mapError { _ in URLError(.badURL) }
        .retry(3)
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
    CurrentValueSubject<String, any Error>("initial value")
        .assertNoFailure()
        .sink { print($0) }
        .store(in: &cancellables)
    CurrentValueSubject<String, any Error>("initial value")
        .assertNoFailure("no failure is foreseen")
        .sink { print($0) }
        .store(in: &cancellables)
}
