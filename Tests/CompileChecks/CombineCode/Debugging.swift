// Operators that show what a chain does.
import Foundation
import Signals

func debugging(_ cancellables: inout Set<AnyCancellable>) {
    let integers = (1...2)
    integers.publisher
        .handleEvents(
            receiveSubscription: { subs in print("Subscription: \(subs)") },
            receiveOutput: { anInt in print("in output handler, received \(anInt)") },
            receiveCompletion: { _ in print("in completion handler") },
            receiveCancel: { print("received cancel") },
            receiveRequest: { demand in print("received demand: \(demand.description)") }
        )
        .sink { _ in }
        .store(in: &cancellables)
    integers.publisher.print("Logged a message:").sink { _ in }.store(in: &cancellables)
    integers.publisher.print().sink { _ in }.store(in: &cancellables)
    integers.publisher
        .breakpoint(receiveOutput: { value in value > 3 })
        .breakpointOnError()
        .sink { print("\($0)", terminator: " ") }
        .store(in: &cancellables)
}

struct Article: Codable, Sendable {
    let title: String
    let author: String
}

func coding(_ cancellables: inout Set<AnyCancellable>) {
    let articles = PassthroughSubject<Article, Never>()
    articles.encode(encoder: JSONEncoder())
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
    let data = PassthroughSubject<Data, Never>()
    data.decode(type: Article.self, decoder: JSONDecoder())
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
}
