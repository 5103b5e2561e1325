/*:
 # A debounced search, and its test

 A search field asks its service when the user has paused, never twice for the same text, and never while an answer is
 still on its way. The model is given its scheduler, so its test moves time by hand and waits for nothing.
 */
import Signals
import SignalsTesting

@MainActor
final class SearchModel {
    let query = CurrentValueSubject<String, Never>("")
    private(set) var results: [String] = []
    private var handles: [AnyCancellable] = []

    init(
        on scheduler: any MainActorScheduler = .main,
        search: @escaping @Sendable (String) -> AnyPublisher<[String], Never>
    ) {
        query
            .debounce(for: .milliseconds(300), scheduler: scheduler)
            .filter { !$0.isEmpty }
            .removeDuplicates()
            // One search at a time. Meanwhile nothing is asked of the debounce, which holds the newest text.
            .flatMap(maxPublishers: .max(1), search)
            .receive(on: scheduler)
            .sink { [weak self] in self?.results = $0 }
            .store(in: &handles)
    }
}

let began = ContinuousClock.now
let time = VirtualTimeScheduler()

//: The service of the test takes a second, and says what it was asked and when.
let asked = CurrentValueSubject<[String], Never>([])
let model = SearchModel(on: time.main) { text in
    asked.value.append("\(text) at \(time.now)")
    return Just(["\(text) 1", "\(text) 2"]).delay(for: .seconds(1), scheduler: time).eraseToAnyPublisher()
}

func type(_ text: String) {
    for count in 1...text.count {
        model.query.value = String(text.prefix(count))
        time.advance(by: .milliseconds(50))
    }
}

//: Five keys are pressed, one each 50 ms. The service hears of the text 300 ms after the last.
type("swift")
precondition(asked.value.isEmpty)
time.advance(by: .milliseconds(250))
precondition(asked.value == ["swift at 0.5 seconds"], "\(asked.value)")
precondition(model.results.isEmpty)
time.advance(by: .seconds(1))
precondition(model.results == ["swift 1", "swift 2"])
print("asked:", asked.value, "shown:", model.results)

//: A letter more, and back again before the pause is over: there is nothing new to ask.
model.query.value = "swifty"
time.advance(by: .milliseconds(100))
model.query.value = "swift"
time.advance(by: .seconds(1))
precondition(asked.value == ["swift at 0.5 seconds"], "\(asked.value)")

//: Two texts while an answer is on its way: only the newer is asked for, once that has come.
asked.value = []
model.query.value = "a"
time.advance(by: .milliseconds(310))
model.query.value = "ab"
time.advance(by: .milliseconds(400))
model.query.value = "abc"
time.advance(by: .seconds(2))
precondition(asked.value == ["a at 2.9 seconds", "abc at 3.9 seconds"], "\(asked.value)")
precondition(model.results == ["abc 1", "abc 2"])
print("asked:", asked.value, "shown:", model.results)

//: A model that is not needed any more leaves no timer behind, and nothing that it held.
let isReleased = expectReleased {
    let model = SearchModel(on: time.main) { _ in Empty().eraseToAnyPublisher() }
    model.query.value = "gone"
    return model
}
time.advance(by: .seconds(1))
precondition(isReleased)
precondition(time.isIdle, "\(time.pendingActions)")
print("\(time.now) of virtual time took \(ContinuousClock.now - began)")
