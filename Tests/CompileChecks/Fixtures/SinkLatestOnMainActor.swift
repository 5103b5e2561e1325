// A body that a newer value cancels may use the main actor's state behind a hop to it.
import Signals

@MainActor
final class DetailModel {
    @Published var selection: Int?
    private(set) var details = ""

    func follow(_ load: @escaping @Sendable (Int) async throws -> String) -> AnyCancellable {
        $selection.compactMap { $0 }
            // refused: .removeDuplicates()
            .receive(on: .main)
            .sinkLatest { [weak self] id in
                guard let text = try? await load(id) else { return }
                // error: main actor-isolated property 'details' can not be mutated from a Sendable closure
                self?.details = text
            }
    }
}
