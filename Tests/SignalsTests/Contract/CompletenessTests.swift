import Testing

/// Every operator there is takes part in the scenarios of the contract.
@Suite struct CompletenessTests {
    /// Reads the graph, or says why it cannot be read: only where the tool is missing is the check left out.
    private static let graph = Result { try SymbolGraph(of: "Signals") }
    private static let isMissingTool: Bool = {
        if case .failure(let error as SymbolGraph.Unavailable) = graph {
            return error.description.contains("search path")
        }
        return false
    }()

    @Test(
        "every operator has a row in the catalogue for each of its overloads",
        .disabled(if: isMissingTool, "swift-symbolgraph-extract is not installed with this toolchain"))
    func everyOperator() throws {
        let operators = try Self.graph.get().operators
        // If it finds hardly any, it is the reading that has gone wrong.
        #expect(operators.count >= 40)
        let overloads = Dictionary(grouping: operators, by: \.name).mapValues(\.count)
        let rows = Dictionary(grouping: Catalogue.all, by: \.name).mapValues(\.count)
        for (name, count) in overloads.sorted(by: { $0.key < $1.key }) {
            #expect(
                rows[name, default: 0] >= count,
                "Publisher.\(name) has \(count) forms, and too few rows in Tests/SignalsTests/Contract/Catalogue+….swift"
            )
        }
    }

    @Test(
        "every operator is listed in the documentation by what it does",
        .disabled(if: isMissingTool, "swift-symbolgraph-extract is not installed with this toolchain"))
    func listed() throws {
        let page = try SourceTree.text(of: "Sources/Signals/Signals.docc/Publisher.md")
        // It belongs to `ConnectablePublisher`, whose page has it.
        for name in Set(try Self.graph.get().operators.map(\.name)).subtracting(["autoconnect()"]) {
            let isListed = page.contains("``\(name)")
            #expect(isListed, "Sources/Signals/Signals.docc/Publisher.md does not list \(name)")
        }
    }

    @Test(
        "what the page of other libraries' names points to is there, and every wish has its line",
        .disabled(if: isMissingTool, "swift-symbolgraph-extract is not installed with this toolchain"))
    func otherNames() throws {
        let names = try Self.graph.get().names.union(SymbolGraph(of: "SignalsTesting").names)
        let words = names.union(names.map { String($0.prefix { $0 != "(" }) })
            .union(["Signals", "SignalsTesting", "Swift", "Collection", "AsyncSequence", "_Concurrency", "Sendable"])
            .union(["Never", "Int", "some", "async", "actor", "property"])
        let rows = try SourceTree.text(of: "Sources/Signals/Signals.docc/WhatYouMayBeLookingFor.md")
            .split(separator: "\n").filter { $0.hasPrefix("| ") }.map { $0.split(separator: "|") }
        var count = 0
        for code in rows.compactMap(\.last).flatMap({ $0.matches(of: /`+([^`]+)`+/) }).map(\.1) {
            // A name with its labels has to be one. Of any other code each name has to be, but for what is an argument.
            let parts = code.split(separator: "/")
            let isName = parts.last?.wholeMatch(of: /\.?\w+\((\w+:)*\)/) != nil
            let named =
                isName
                ? parts.map { $0.drop { $0 == "." } }
                : code.replacing(/\(.*\)/, with: "").matches(of: /\w+/).map { $0.0 }
            for name in named { #expect(words.contains(String(name)), "there is no \(name), of \(code)") }
            count += named.count
        }
        #expect(count > 120)
        let wishes = rows.compactMap { $0.first?.firstMatch(of: /W(\d\d)/) }.compactMap { Int($0.1) }
        #expect(wishes == Array(1...28))
    }

    @Test("every machine is tested as a plain value")
    func values() throws {
        // They attach what nobody outside of the library can make.
        let exceptions: Set = ["AsyncMap", "AgainWhen", "Concatenate"]
        let tests = try ["", "+Flattening"].map {
            try SourceTree.text(of: "Tests/SignalsTests/Kernel/MachineValueTests\($0).swift")
        }.joined()
        let pattern = /struct (\w+)(?:<[^{]*>)?: OperatorMachine/
        let machines = try SourceTree().files.filter { $0.folder == "Operators" || $0.folder == "Kernel" }
            .flatMap { $0.code.matches(of: pattern).map { String($0.1) } }
        #expect(machines.count > 20)
        for machine in Set(machines).subtracting(exceptions) {
            #expect(tests.contains("Operators.\(machine)"), "MachineValueTests.swift has no test of \(machine)")
        }
    }

    @Test("no two rows have the same description") func distinct() {
        #expect(Set(Catalogue.all.map(\.testDescription)).count == Catalogue.all.count)
    }
}
