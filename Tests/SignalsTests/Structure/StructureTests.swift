import Testing

/// What may know of what: the folders depend on each other in one direction only.
@Suite struct StructureTests {
    private let tree: SourceTree
    private static let outer: Set<String> = [
        "Operators", "Origins", "Subjects", "Endpoints", "Notifications", "Observers",
    ]

    init() throws { tree = try SourceTree() }

    @Test("the source files are found") func found() {
        #expect(tree.files.count > 50)
        #expect(tree.files.contains { $0.path == "Core/Publisher.swift" && $0.declaredTypes.contains("Publisher") })
    }

    @Test("Core names nothing of the engine and of what is built on it") func core() {
        let ownOrNested = tree.declaredTypes(in: ["Core"])
        // Where a `MainActorPublisher` delivers is part of its type, and that is a scheduler.
        let allowed: Set = ["MainActorScheduler"]
        let others = tree.declaredTypes(in: Self.outer.union(["Engine", "Scheduling"])).subtracting(ownOrNested)
            .subtracting(allowed).subtracting(Self.everydayWords)
        for file in tree.files where file.folder == "Core" {
            let named = file.words.intersection(others)
            #expect(named.isEmpty, "\(file.path) names \(named.sorted())")
        }
    }

    @Test("the engine names nothing of what is built on it") func engine() {
        let known = tree.declaredTypes(in: ["Core", "Engine", "Scheduling"])
        let others = tree.declaredTypes(in: Self.outer).subtracting(known).subtracting(Self.everydayWords)
        for file in tree.files where file.folder == "Engine" {
            let named = file.words.intersection(others)
            #expect(named.isEmpty, "\(file.path) names \(named.sorted())")
        }
    }

    @Test("schedulers name nothing of publishers") func scheduling() {
        let others = tree.declaredTypes(in: Self.outer).subtracting(Self.everydayWords)
            .subtracting(tree.declaredTypes(in: ["Core", "Engine", "Scheduling"]))
        for file in tree.files where file.folder == "Scheduling" {
            let named = file.words.intersection(others)
            #expect(named.isEmpty, "\(file.path) names \(named.sorted())")
        }
    }

    @Test("locks, atomics and unsafe code are in the engine and nowhere else") func unsafeCode() {
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
        for file in tree.files where file.folder != "Engine" {
            let named = file.words.intersection(forbidden)
            #expect(named.isEmpty, "\(file.path) names \(named.sorted())")
            for (name, pattern) in patterns {
                #expect(file.code.firstMatch(of: pattern) == nil, "\(file.path) has \(name)")
            }
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

    /// Names that are also ordinary words, generic parameters or types of the standard library.
    private static let everydayWords: Set = [
        "State", "Output", "Failure", "Input", "Sequence", "Element", "Error", "Map", "Source", "InputFailure",
    ]
}
