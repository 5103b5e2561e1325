// A published property of the main actor's model is connected there only.
import Signals

@MainActor
final class BadgeModel: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    @Published var badge = 0
}

// refused: func connect(_ counts: PassthroughSubject<Int, Never>, _ model: BadgeModel) {
@MainActor func connect(_ counts: PassthroughSubject<Int, Never>, _ model: BadgeModel) {
    // error: main actor-isolated property '$badge' can not be used 'inout' from a nonisolated context
    counts.receive(on: .main).assign(to: &model.$badge)
}
