extension Fixture {
    /// What is wrong about this fixture: nothing, if the compiler accepts it without a word and refuses its twin for
    /// one reason, the one that was foretold, and first on the line that was foretold.
    func problems(with compiler: Compiler) async throws -> [String] {
        var problems: [String] = []
        // A fixture that says so by its name is a program.
        let fileName = name.hasSuffix("Program") ? "main" : name
        let accepted = try await compiler.compile(source, name: fileName, flags: flags)
        if accepted.status != 0 || !accepted.diagnostics.isEmpty {
            problems.append("the file should be accepted without a word, but:\n\(accepted.output)")
        }
        guard let refusal else { return problems }
        let refused = try await compiler.compile(refusal.source, name: fileName, flags: flags)
        guard let error = refused.errors.first, refused.status != 0 else {
            return problems + ["the twin should be refused, but the compiler ended with \(refused.status)"]
        }
        // The next operators of a chain may say again what the first one said.
        if Set(refused.errors.map(\.message)).count > 1 {
            problems.append("the twin should have one error, but:\n\(refused.output)")
        }
        if error.line != refusal.line || !error.message.contains(refusal.message) {
            problems.append(
                "the twin should fail on line \(refusal.line) with “\(refusal.message)”, but:\n\(refused.output)")
        }
        return problems
    }
}
