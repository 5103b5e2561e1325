import Foundation
import Testing

/// What becomes of the names that Combine has too, in a file that imports both.
@Suite("Names of two modules", .timeLimit(.minutes(10)))
struct NameTests {
    private static let both = "import LikeCombine\n"
    private static let use = """

        @MainActor
        final class Search {
            @Published var text = ""
            private var handles: Set<AnyCancellable> = []
            private let errors = PassthroughSubject<any Error, Never>()

            init() {
                $text.debounce(for: .milliseconds(300), scheduler: .main)
                    .sink { [weak self] in self?.begin($0) }
                    .store(in: &handles)
            }

            func begin(_ text: String) {}

            func results() -> AnyPublisher<String, Never> { Just("one").eraseToAnyPublisher() }
            func anything(_ publisher: some Publisher<Int, Never>) -> any Cancellable { publisher.sink { _ in } }
        }
        """

    private func outcome(_ source: String) async throws -> Compiler.Outcome {
        try await compilerTurnstile.pass { try await Compiler.ofThisBuild().compile(source, name: "Names") }
    }

    private func names() throws -> String {
        let root = (0..<3).reduce(URL(filePath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        return try String(
            contentsOf: root.appending(path: "Sources/Signals/Signals.docc/SignalsNames.swift"), encoding: .utf8)
    }

    @Test("With the file of names, the bare names are those of Signals")
    func withNames() async throws {
        let outcome = try await outcome(Self.both + names() + Self.use)
        #expect(outcome.diagnostics.isEmpty, "\(outcome.output)")
        #expect(outcome.status == 0)
    }

    @Test("Without it they are ambiguous")
    func withoutNames() async throws {
        let outcome = try await outcome(Self.both + "import Signals\n" + Self.use)
        #expect(outcome.errors.contains { $0.message.contains("ambiguous") })
    }

    @Test("Each name in the file is one that both modules have")
    func shared() async throws {
        let shared = try names().split(separator: "\n").filter { $0.hasPrefix("typealias ") }
            .map { $0.split(separator: " ")[1] }
        for name in shared {
            let outcome = try await outcome(Self.both + "import Signals\ntypealias Found = \(name)\n")
            #expect(outcome.errors.contains { $0.message.contains("ambiguous") }, "\(name) is not in both modules")
        }
    }
}
