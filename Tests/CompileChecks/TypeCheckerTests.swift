import Foundation
import Testing

/// How much work chains are to the type checker, in the scopes that its solver opens: a number that no load changes.
///
/// A limit is a tenth above what was counted with Swift 6.3. A thousand scopes are some twenty milliseconds.
@Suite("The work of the type checker", .timeLimit(.minutes(10)))
struct TypeCheckerTests {
    private static let chains: [(limit: Int, chain: String)] = [
        // An interval in a variable, with a scheduler whose type is known.
        (28, "counts.debounce(for: pause, scheduler: queue).sink { print($0) }"),
        (30, "counts.debounce(for: pause, scheduler: DispatchQueue.main).sink { print($0) }"),
        (32, "counts.delay(for: pause, scheduler: DispatchQueue.main).sink { print($0) }"),
        (34, "counts.throttle(for: pause, scheduler: DispatchQueue.main, latest: true).sink { print($0) }"),
        (32, "counts.timeout(pause, scheduler: DispatchQueue.main).sink { print($0) }"),
        (28, "counts.collect(byTime: pause, scheduler: DispatchQueue.main).sink { print($0) }"),
        (32, "counts.retry(3, delay: .constant(pause), scheduler: DispatchQueue.main).sink { print($0) }"),
        // A literal, and a scheduler in short.
        (54, "counts.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main).sink { print($0) }"),
        (17, "counts.debounce(for: 0.3, scheduler: .main).sink { print($0) }"),
        (25, "counts.receive(on: DispatchQueue.main).sink { print($0) }"),
        (19, "counts.receive(on: .main).sink { print($0) }"),
        // Several publishers, and notifications.
        (54, "counts.merge(with: others).combineLatest(others).zip(others).sink { print($0) }"),
        (
            84,
            """
            posts.filter { $0.userInfo != nil }.compactMap { $0.userInfo?["count"] as? Int }
                .receive(on: .main).sink { print($0) }
            """
        ),
        // What is prepended says that it is a publisher. A bare literal takes 45,000: it could be one until the end.
        (
            208,
            """
            counts.map { $0 * 2 }.prepend(Just(0)).combineLatest(others) { $0 + $1 }.map { $0 + 1 }
                .removeDuplicates().sink { print($0) }
            """
        ),
        // Ten operators, with literals.
        (
            1566,
            """
            counts.map { $0 * 2 }.filter { $0 > 2 }.map { $0 + 1 }.filter { $0 > 3 }.compactMap { $0 < 9 ? $0 : nil }
                .map { $0 - 1 }.scan(0) { $0 + $1 }.removeDuplicates().filter { $0 != 5 }.map { "\\($0)" }
                .sink { print($0) }
            """
        ),
        (
            634,
            """
            counts.map { $0 * 2 }.debounce(for: 0.3, scheduler: DispatchQueue.main).filter { $0 > 2 }
                .throttle(for: .seconds(1), scheduler: DispatchQueue.main, latest: true).map { $0 + 1 }
                .delay(for: 1, scheduler: DispatchQueue.main).map { $0 * 3 + 1 }
                .timeout(.seconds(5), scheduler: DispatchQueue.main).map { "\\($0)" }
                .receive(on: DispatchQueue.main).sink { print($0) }
            """
        ),
        (
            120,
            """
            counts.map { $0 * 2 }.debounce(for: pause, scheduler: .main).map { $0 + 1 }
                .throttle(for: pause, scheduler: .main, latest: true).map { $0 + 1 }
                .delay(for: 1, scheduler: .mainImmediate).map { $0 + 1 }.timeout(.seconds(5), scheduler: .main)
                .filter { $0 > 2 }.receive(on: .main).sink { print($0) }
            """
        ),
    ]

    /// How many scopes the solver opens for a function that returns `chain`.
    private func scopes(of chain: String) async throws -> Int {
        let folder = FileManager.default.temporaryDirectory.appending(path: "TypeChecker-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = """
            import Foundation
            import Signals

            func chain(
                _ counts: PassthroughSubject<Int, Never>, _ others: PassthroughSubject<Int, Never>,
                _ posts: NotificationHub.Notifications, _ pause: Duration, _ queue: DispatchQueue
            ) -> AnyCancellable {
                \(chain)
            }
            """
        let outcome = try await compilerTurnstile.pass {
            try await Compiler.ofThisBuild().compile(
                source, name: "Chain", flags: ["-stats-output-dir", folder.path(percentEncoded: false)])
        }
        #expect(outcome.status == 0, "\(outcome.output)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.reduce(0) { sum, file in
            let counts = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            return sum + (counts?["Sema.NumConstraintScopes"] as? Int ?? 0)
        }
    }

    @Test("A chain takes no more than a tenth above what it took", arguments: chains.indices)
    func limits(index: Int) async throws {
        let (limit, chain) = Self.chains[index]
        let scopes = try await scopes(of: chain)
        // Without a count nothing was measured. Another version of the compiler may count otherwise, but not grow without bounds.
        #if compiler(>=6.3) && compiler(<6.4)
        #expect((1...limit).contains(scopes), "\(scopes) scopes for \(chain)")
        #else
        #expect((1...limit * 20).contains(scopes), "\(scopes) scopes for \(chain)")
        #endif
    }
}
