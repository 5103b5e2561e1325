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
