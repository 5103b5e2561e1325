import Signals
import Testing

/// What may know of what: the folders depend on each other in one direction only.
@Suite struct StructureTests {
    private let tree: SourceTree

    init() throws { tree = try SourceTree() }

    @Test("the source files are found") func found() {
        #expect(tree.files.count > 50)
        #expect(tree.files.contains { $0.path == "Core/Publisher.swift" && $0.declaredTypes.contains("Publisher") })
    }

    /// Which folder may name types of which others. There is no way back along an arrow.
    private static let mayUse: [String: Set<String>] = [
        // Where a `MainActorPublisher` delivers is part of its type, and that is a scheduler.
        "Core": ["MainActorScheduler"],
        "Primitives": ["Core"],
        "Scheduling": ["Core", "Primitives"],
        "Kernel": ["Core", "Primitives", "Scheduling"],
    ].merging(
        ["Operators", "Origins", "Subjects", "Endpoints", "Notifications", "Observers", "Interoperation"]
            .map { ($0, ["*"]) }, uniquingKeysWith: { first, _ in first })

    @Test("every folder has its place") func places() {
        #expect(Set(tree.files.map(\.folder)).subtracting(Self.mayUse.keys) == ["Signals.docc"])
    }

    @Test(
        "a folder names types only of those that it stands on",
        arguments: ["Core", "Primitives", "Scheduling", "Kernel"])
    func direction(of folder: String) throws {
        let allowed = try #require(Self.mayUse[folder])
        let own = tree.declaredTypes(in: allowed.union([folder])).union(allowed).union(Self.everydayWords)
        let others = tree.declaredTypes(in: Set(Self.mayUse.keys)).subtracting(own)
        for file in tree.files where file.folder == folder {
            let named = file.words.intersection(others)
            #expect(named.isEmpty, "\(file.path) names \(named.sorted())")
        }
    }

    @Test("unsafe code is in the kernel and the primitives, and elsewhere only in a file that says why it is sound")
    func unsafeCode() {
        let forbidden: Set = [
            "Synchronization", "Atomic", "Mutex", "NSLock", "NSRecursiveLock", "NSCondition", "os_unfair_lock",
            "OSAllocatedUnfairLock", "pthread_mutex_t", "pthread_mutex_lock", "DispatchSemaphore", "Unmanaged",
            "unsafeBitCast", "unsafeDowncast", "withUnsafePointer", "withUnsafeMutablePointer",
            "withUnsafeBytes", "assumingMemoryBound",
        ]
        let patterns = [
            (name: "@unchecked Sendable", pattern: /@unchecked\s+Sendable/),
            (name: "nonisolated(unsafe)", pattern: /nonisolated\s*\(\s*unsafe\s*\)/),
            (name: "@exclusivity", pattern: /@exclusivity/),
            (name: "an unsafe pointer", pattern: /\bUnsafe\w*/),
            (name: "@preconcurrency import", pattern: /@preconcurrency\s+import/),
        ]
        for file in tree.files where !["Kernel", "Primitives"].contains(file.folder) {
            if file.saysWhyItIsSound { continue }
            let named = file.words.intersection(forbidden)
            #expect(named.isEmpty, "\(file.path) names \(named.sorted())")
            for (name, pattern) in patterns {
                #expect(file.code.firstMatch(of: pattern) == nil, "\(file.path) has \(name)")
            }
        }
    }

    @Test("each thing that is declared as unchecked says why it is sound") func reasons() {
        for file in tree.files {
            let reasons = file.text.matches(of: /\/\/ Sound:/).count
            let claims = file.code.matches(of: /@unchecked\s+Sendable/).count
            #expect(claims <= reasons, "\(file.path) has \(claims) claims and \(reasons) reasons")
        }
    }

    @Test("no file is longer than 400 lines, and none has a name without meaning") func files() {
        for file in tree.files {
            #expect(file.code.split(separator: "\n", omittingEmptySubsequences: false).count <= 401, "\(file.path)")
            let name = file.path.split(separator: "/").last ?? ""
            for word in ["Util", "Helper", "Extensions", "Internal", "Manager", "Misc"] {
                #expect(!name.contains(word), "\(file.path)")
            }
        }
    }

    @Test("the version is the newest of the changelog, and the one that the README tells to depend on") func version()
        throws
    {
        let changelog = try SourceTree.text(of: "CHANGELOG.md")
        let newest = try #require(changelog.firstMatch(of: /\n## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d\n/))
        #expect(Diagnostics.version == newest.1)
        let readme = try SourceTree.text(of: "README.md")
        #expect(readme.contains("from: \"\(Diagnostics.version)\""))
    }

    /// Names that are also ordinary words, generic parameters or types of the standard library.
    private static let everydayWords: Set = [
        "State", "Output", "Failure", "Input", "Sequence", "Element", "Error", "Map", "Source", "InputFailure",
        "Publisher",
    ]
}
