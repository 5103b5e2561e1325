// A published property of the main actor's model is changed there only; what it publishes may be used anywhere.
import Signals

@MainActor
final class BadgeModel {
    @Published var badge = 0
}

@MainActor
func watch(_ model: BadgeModel) -> AnyCancellable {
    let badges = model.$badge
    return badges.sink { [weak model] badge in
        print(badge)
        // refused: model?.badge = badge
        // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure
        Task { @MainActor in model?.badge = badge }
    }
}
