import Testing

/// Two compilers at a time: each takes a core and some hundred megabytes.
let compilerTurnstile = Turnstile(2)

@Suite("What the compiler refuses and what it accepts", .timeLimit(.minutes(10)))
struct FixtureTests {
    @Test("Each is accepted, and its twin refused for the one reason foretold", arguments: try Fixture.all.get())
    func fixture(_ fixture: Fixture) async throws {
        let problems = try await compilerTurnstile.pass {
            try await fixture.problems(with: .ofThisBuild())
        }
        for problem in problems { Issue.record("\(fixture.name): \(problem)") }
    }

    @Test("There are fixtures, and no two of them share a sentence")
    func fixturesAreThere() throws {
        let fixtures = try Fixture.all.get()
        #expect(fixtures.contains { $0.refusal != nil })
        #expect(fixtures.contains { $0.refusal == nil })
        #expect(Set(fixtures.map(\.sentence)).count == fixtures.count)
    }
}

@Suite("The checker of fixtures", .timeLimit(.minutes(10)))
struct VerdictTests {
    private static let head = "// A sentence.\nimport Signals\n"

    private func problems(_ body: String) async throws -> [String] {
        let fixture = try Fixture(name: "Example", source: Self.head + body)
        return try await compilerTurnstile.pass { try await fixture.problems(with: .ofThisBuild()) }
    }

    @Test("A sound fixture has no problem")
    func sound() async throws {
        let problems = try await problems(
            """
            func run() {
                // refused: let number: Int = Just("one")
                // error: cannot convert value of type
                let number: Int = 1
                print(number)
            }
            """)
        #expect(problems == [])
    }

    @Test("A broken file does not pass for a refused one")
    func broken() async throws {
        let problems = try await problems(
            """
            // refused: let number: Int = "one"
            // error: cannot convert value of type
            let number: Int = "one"
            """)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("the file should be accepted") == true)
    }

    @Test("A warning in the accepted file is a problem")
    func warning() async throws {
        let problems = try await problems("func run() { let unused = 1 }")
        #expect(problems.first?.contains("was never used") == true)
    }

    @Test("A twin that the compiler accepts is a problem")
    func acceptedTwin() async throws {
        let problems = try await problems(
            """
            // refused: let number: Int = 2
            // error: cannot convert value of type
            let number: Int = 1
            """)
        #expect(problems == ["the twin should be refused, but the compiler ended with 0"])
    }

    @Test(
        "An error that is another one, or elsewhere, or one of two, is a problem",
        arguments: [
            // Another one.
            """
            // refused: let number: Int = unknown
            // error: cannot convert value of type
            let number: Int = 1
            """,
            // Elsewhere.
            """
            // refused: let number: Int = "one"
            let number: Int = 1
            // error: cannot convert value of type
            let other: Int = 1
            """,
            // One of two.
            """
            // refused: let number: Int = "one"; let text: String = 1
            // error: cannot convert value of type
            let number: Int = 1
            """,
        ])
    func otherError(body: String) async throws {
        let problems = try await problems(body)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("the twin should") == true)
    }

    @Test(
        "Marks that mark nothing are malformed",
        arguments: [
            "let number = 1", "// A sentence.\n// refused: let number = 1\nlet number = 2",
            "// A sentence.\n// error: wrong\nlet number = 2", "// A sentence.\n// refused: a\n// error: b",
            "// A sentence.\n// refused: a\n// refused: b\n// error: c\nlet number = 2",
        ])
    func malformed(source: String) {
        #expect(throws: Fixture.Malformed.self) { try Fixture(name: "Example", source: source) }
    }
}
