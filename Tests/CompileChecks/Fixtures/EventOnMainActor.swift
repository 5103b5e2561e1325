// The handler of an observer on the main actor may touch it only if it is called there.
import Signals

@MainActor
final class BadgeModel {
    var badge = 0

    func observe(_ bus: EventBus) {
        // refused: bus.subscribe(self, to: Int.self) { model, count in
        bus.subscribe(self, to: Int.self, on: .main) { model, count in
            // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure
            model.badge = count
        }
    }
}
