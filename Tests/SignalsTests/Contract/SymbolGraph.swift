import Foundation

/// What the compiler knows of the module's public interface.
///
/// It is extracted from the built module that lies next to the test's own binary, which takes well under a second.
struct SymbolGraph {
    struct Method: Hashable {
        let parent: String
        /// The name with its labels.
        let name: String
        let result: String
    }

    /// Why there is no graph: a tool or a module that is not where it should be.
    struct Unavailable: Error, CustomStringConvertible {
        let description: String
    }

    private struct File: Decodable {
        struct Fragment: Decodable { let spelling: String }
        struct Signature: Decodable { let returns: [Fragment]? }
        struct Kind: Decodable { let identifier: String }
        struct Symbol: Decodable {
            let kind: Kind
            let pathComponents: [String]
            let functionSignature: Signature?
            let identifier: Identifier
        }
        struct Identifier: Decodable { let precise: String }
        struct Relationship: Decodable {
            let kind: String
            let source: String
            let target: String
            let targetFallback: String?
        }
        let symbols: [Symbol]
        let relationships: [Relationship]
    }

    /// The last names of all public symbols, those of methods with their labels.
    private(set) var names: Set<String> = []
    /// Every public method.
    private(set) var methods: [Method] = []
    /// The last names of the types that conform to `Publisher`.
    private(set) var publisherTypes: Set<String> = []

    /// Extracts the graph of `module`.
    init(of module: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Self.extract(module, to: folder)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try JSONDecoder().decode(File.self, from: Data(contentsOf: $0)) }
        let names = Dictionary(
            files.flatMap(\.symbols).map { ($0.identifier.precise, $0.pathComponents.last ?? "") },
            uniquingKeysWith: { first, _ in first })
        self.names = Set(names.values)
        for file in files {
            for symbol in file.symbols where symbol.kind.identifier == "swift.method" {
                methods.append(
                    Method(
                        parent: symbol.pathComponents.dropLast().joined(separator: "."),
                        name: symbol.pathComponents.last ?? "",
                        result: (symbol.functionSignature?.returns ?? []).map(\.spelling).joined()))
            }
            for relationship in file.relationships
            where relationship.kind == "conformsTo"
                && names[relationship.target] == "Publisher" || relationship.targetFallback == "Signals.Publisher"
            {
                if let name = names[relationship.source] { publisherTypes.insert(name) }
            }
        }
    }

    /// The methods of `Publisher`, its refinements, and collections of publishers that give another publisher. A form that
    /// takes a throwing closure is the same operator.
    var operators: Set<Method> {
        let parents: Set = ["Publisher", "MainActorPublisher", "ConnectablePublisher", "Collection", "Sequence"]
        return Set(methods.filter { parents.contains($0.parent) && isPublisher($0.result) })
    }

    private func isPublisher(_ type: String) -> Bool {
        if type.hasPrefix("some ") || type.hasPrefix("any ") { return type.contains("Publisher") }
        let head = type.prefix { $0 != "<" }
        return head.split(separator: ".").last.map { publisherTypes.contains(String($0)) } ?? false
    }

    // MARK: The tool

    private static func extract(_ module: String, to folder: URL) throws {
        guard let tool = find("swift-symbolgraph-extract") else {
            throw Unavailable(description: "swift-symbolgraph-extract is not in the search path")
        }
        guard let modules = modulesFolder(with: module) else {
            throw Unavailable(description: "there is no built module \(module) near \(ownBinary.path)")
        }
        var arguments = [
            "-module-name", module, "-I", modules.path, "-output-dir", folder.path, "-minimum-access-level", "public",
            "-target", target,
        ]
        #if canImport(Darwin)
        arguments += ["-sdk", ProcessInfo.processInfo.environment["SDKROOT"] ?? sdk]
        #endif
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            throw Unavailable(description: "swift-symbolgraph-extract ended with \(process.terminationStatus)")
        }
    }

    /// The folder that the compiled modules are in: `Modules` next to the binary or to a bundle around it.
    private static func modulesFolder(with module: String) -> URL? {
        var folder = ownBinary
        for _ in 0..<6 {
            folder.deleteLastPathComponent()
            for candidate in [folder.appending(path: "Modules"), folder] {
                let file = candidate.appending(path: "\(module).swiftmodule")
                if FileManager.default.fileExists(atPath: file.path) { return candidate }
            }
        }
        return nil
    }

    private static var ownBinary: URL {
        #if os(Linux)
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
        // A bundle of tests is run by a program of the toolchain's: the bundle's own path is among its arguments.
        CommandLine.arguments.first { $0.contains(".xctest") }.map { URL(fileURLWithPath: $0) }
            ?? Bundle.main.bundleURL
        #endif
    }

    private static func find(_ tool: String) -> URL? {
        let environment = ProcessInfo.processInfo.environment
        var folders = (environment["PATH"] ?? "").split(separator: ":").map { URL(fileURLWithPath: String($0)) }
        // The search path may have a link to the compiler only.
        for folder in folders {
            let swift = folder.appending(path: "swift")
            if FileManager.default.fileExists(atPath: swift.path) {
                folders.append(swift.resolvingSymlinksInPath().deletingLastPathComponent())
            }
        }
        #if canImport(Darwin)
        if let path = output(of: "/usr/bin/xcrun", ["--find", tool]) { return URL(fileURLWithPath: path) }
        #endif
        return folders.map { $0.appending(path: tool) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    private static var target: String {
        #if arch(x86_64)
        let architecture = "x86_64"
        #elseif arch(arm64) && canImport(Darwin)
        let architecture = "arm64"
        #else
        let architecture = "aarch64"
        #endif
        #if canImport(Darwin)
        return "\(architecture)-apple-macosx15.0"
        #elseif canImport(Musl)
        return "\(architecture)-swift-linux-musl"
        #else
        return "\(architecture)-unknown-linux-gnu"
        #endif
    }

    #if canImport(Darwin)
    private static var sdk: String { output(of: "/usr/bin/xcrun", ["--show-sdk-path"]) ?? "/" }

    private static func output(of program: String, _ arguments: [String]) -> String? {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        guard (try? process.run()) != nil else { return nil }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return process.terminationStatus == 0 && !text.isEmpty ? text : nil
    }
    #endif
}
