// The function of `mapLatest` belongs to no actor: what it comes to is shown behind a hop to the main actor.
import Signals

@MainActor
final class SearchModel {
    @Published var text = ""
    private(set) var results: [String] = []

    func follow(_ search: @escaping @Sendable (String) async throws -> [String]) -> AnyCancellable {
        $text.debounce(for: .milliseconds(300), scheduler: .main)
            // refused: .mapLatest { text in self.results + ((try? await search(text)) ?? []) }
            // error: main actor-isolated property 'results' cannot be accessed from outside of the actor
            .mapLatest { text in (try? await search(text)) ?? [] }
            .receive(on: .main)
            .sink { self.results = $0 }
    }
}
