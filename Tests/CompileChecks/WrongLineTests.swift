import Foundation
import Testing

/// The page of the documentation that tells what to write for lines that do not compile.
@Suite("When it does not compile", .timeLimit(.minutes(10)))
struct WrongLineTests {
    private static func page() throws -> PageOfWrongLines {
        let root = (0..<3).reduce(URL(filePath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let file = root.appending(path: "Sources/Signals/Signals.docc/WhenItDoesNotCompile.md")
        let page = try PageOfWrongLines(String(contentsOf: file, encoding: .utf8))
        #if canImport(Combine)
        // Foundation has these names itself where there is Combine.
        let foreign = ["Timer.publish", "publisher(for: \\."]
        return PageOfWrongLines(
            declarations: page.declarations,
            lines: page.lines.filter { line in !foreign.contains { line.wrong.joined().contains($0) } })
        #else
        return page
        #endif
    }

    /// Whether this compiler is of the version that the page quotes.
    private static var isQuoted: Bool {
        #if compiler(>=6.3) && compiler(<6.4)
        true
        #else
        false
        #endif
    }

    @Test("Each wrong line is refused in the words of its heading")
    func wrongLines() async throws {
        let page = try Self.page()
        let problems = try await compilerTurnstile.pass {
            try await page.problems(comparingWords: Self.isQuoted, with: .ofThisBuild())
        }
        for problem in problems { Issue.record("\(problem)") }
    }

    @Test("What the page says to write is accepted")
    func remedies() async throws {
        let page = try Self.page()
        let problems = try await compilerTurnstile.pass {
            try await page.problemsOfRemedies(with: .ofThisBuild())
        }
        for problem in problems { Issue.record("\(problem)") }
    }

    @Test("There are lines, and no two headings are alike")
    func headings() throws {
        let lines = try Self.page().lines
        #expect(lines.count >= 50)
        #expect(Set(lines.map(\.message)).count == lines.count)
    }

    @Test("A spelling that cannot mean the same here has one error, which says what to write")
    func refusals() async throws {
        let page = try Self.page()
        let tail = ".sink { print($0) }.store(in: &handles)"
        let lines = Self.refusals.map { line, message in
            WrongLine(message: message, wrong: [line + (line.hasSuffix(" ") ? tail : "") + "  // error"], right: [])!
        }
        let problems = try await compilerTurnstile.pass {
            try await PageOfWrongLines(declarations: page.declarations, lines: lines)
                .problems(comparingWords: Self.isQuoted, with: .ofThisBuild())
        }
        for problem in problems { Issue.record("\(problem)") }
    }

    private static let runLoop =
        "conformance of 'RunLoop' to 'Scheduler' is unavailable: A run loop is not Sendable. "
        + "Write .main for the main one, and RunLoopScheduler(runLoop) for one of your own"
    private static let notification =
        "conformance of 'NotificationHub.Notifications' to '_MayChangeThreads' is unavailable: A notification stays "
        + "on the thread that posted it. Map it to a Sendable value first, or use a typed stream"

    /// Lines that nobody has to find on the page, since they say what to write. One that ends with a space goes on.
    private static let refusals: [(String, String)] = [
        ("counts.receive(on: RunLoop.main).map { $0 + 1 }.removeDuplicates() ", runLoop),
        ("counts.subscribe(on: RunLoop.main).map { $0 + 1 } ", runLoop),
        ("counts.debounce(for: .seconds(1), scheduler: RunLoop.main).map { $0 + 1 } ", runLoop),
        ("counts.throttle(for: 1, scheduler: RunLoop.main, latest: true).map { $0 + 1 } ", runLoop),
        ("counts.delay(for: 1, scheduler: RunLoop.main).map { $0 + 1 } ", runLoop),
        ("counts.timeout(1, scheduler: RunLoop.main).map { $0 + 1 } ", runLoop),
        ("counts.collect(byTime: 1, scheduler: RunLoop.main).map { $0.count } ", runLoop),
        ("counts.measureInterval(using: RunLoop.main) ", runLoop),
        ("counts.receive(on: RunLoop.main).assign(to: \\.badge, on: self).store(in: &handles)", runLoop),
        ("posts.receive(on: .main).map(\\.name).filter { $0.rawValue.isEmpty } ", notification),
        ("posts.receive(on: queue).map(\\.name).filter { $0.rawValue.isEmpty } ", notification),
        ("posts.subscribe(on: queue).map(\\.name) ", notification),
        ("posts.debounce(for: .milliseconds(300), scheduler: .main).map(\\.name) ", notification),
        ("posts.throttle(for: 1, scheduler: queue, latest: true).map(\\.name) ", notification),
        ("posts.delay(for: 1, scheduler: .main).map(\\.name) ", notification),
        ("posts.receive(on: .main).sink { _ in self.badge += 1 }.store(in: &handles)", notification),
        ("counts.take(3) ", "'take' has been renamed to 'prefix(_:)'"),
        ("counts.skip(3) ", "'skip' has been renamed to 'dropFirst(_:)'"),
        ("counts.startWith(0) ", "'startWith' has been renamed to 'prepend(_:)'"),
        ("texts.catchAndReturn(\"\") ", "'catchAndReturn' has been renamed to 'replaceError(with:)'"),
        ("counts.asObservable() ", "'asObservable()' has been renamed to 'eraseToAnyPublisher()'"),
        (
            "counts.drive(onNext: { self.badge = $0 }).store(in: &handles)",
            "'drive(onNext:)' is unavailable: Write receive(on: .main), and sink(receiveValue:) behind it"
        ),
        (
            "counts.bind(onNext: { print($0) }).store(in: &handles)",
            "'bind(onNext:)' is unavailable: Write sink(receiveValue:), and keep what it returns"
        ),
        ("counts.accept(1)", "'accept' has been renamed to 'send(_:)'"),
        ("texts.onError(ParseError())", "'onError' is unavailable: Write send(completion: .failure(error))"),
        ("counts.onCompleted()", "'onCompleted()' is unavailable: Write send(completion: .finished)"),
    ]
}

@Suite("The checker of wrong lines", .timeLimit(.minutes(10)))
struct WrongLineCheckerTests {
    private func page(heading: String, wrong: String, right: String = "_ = 1") throws -> PageOfWrongLines {
        try PageOfWrongLines(
            """
            ```swift
            final class Model {}
            ```
            #### `\(heading)`
            ```swift
            \(wrong)
            ```
            ```swift
            \(right)
            ```
            """)
    }

    private func problems(_ heading: String, _ wrong: String, comparingWords: Bool = true) async throws -> Int {
        let page = try page(heading: heading, wrong: wrong)
        return try await compilerTurnstile.pass {
            try await page.problems(comparingWords: comparingWords, with: .ofThisBuild()).count
        }
    }

    private let words = "cannot convert value of type 'String' to specified type 'Int'"

    @Test("The words of the heading at the marked line are no problem")
    func sound() async throws {
        #expect(try await problems(words, "let number: Int = \"one\"  // error") == 0)
        #expect(try await problems("variable 'x' was never used", "let a = 1  // warning\n_ = a") == 1)
    }

    @Test("Other words, another line and an accepted line are problems")
    func unsound() async throws {
        #expect(try await problems("cannot", "let number: Int = \"one\"  // error") == 1)
        #expect(try await problems(words, "_ = 1  // error\nlet number: Int = \"one\"") == 1)
        #expect(try await problems(words, "_ = 1  // error") == 1)
        #expect(try await problems("cannot", "let number: Int = \"one\"  // error", comparingWords: false) == 0)
        #expect(try await problems(words, "_ = 1  // error\nlet number: Int = \"one\"", comparingWords: false) == 1)
    }

    @Test("A remedy that is not accepted is a problem")
    func remedy() async throws {
        let page = try page(heading: words, wrong: "_ = 1  // error", right: "_ = unknown")
        let problems = try await compilerTurnstile.pass {
            try await page.problemsOfRemedies(with: .ofThisBuild())
        }
        #expect(problems.count == 1)
    }

    @Test("A line without a mark, or without a remedy, is malformed")
    func malformed() {
        #expect(throws: PageOfWrongLines.Malformed.self) { try page(heading: "a", wrong: "_ = 1") }
        let withoutRemedy = "#### `a`\n```swift\n_ = 1 // error\n```"
        #expect(throws: PageOfWrongLines.Malformed.self) { try PageOfWrongLines(withoutRemedy) }
    }
}
