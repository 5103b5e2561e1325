// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A page of the playground, which is a program as well.
func page(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(
        name: name, dependencies: ["Signals"] + dependencies,
        path: "Playgrounds/Signals.playground/Pages/\(name).xcplaygroundpage", swiftSettings: settings)
}

let pages = [
    page("LiveLog"),
    page("AppCore", "SignalsTesting"),
    page("PublisherBasics"),
    page("TypedStreams"),
    page("ThreadsAndTheMainActor"),
    page("TypedMessages"),
    page("Coalescing", "SignalsTesting"),
    page("TestingWithAPrivateHub", "SignalsTesting"),
    page("TimeZoneClock", "SignalsTesting"),
    page("SearchModel", "SignalsTesting"),
    page("Polling", "SignalsTesting"),
    page("ChatMulticast"),
    page("LoginEvents"),
    page("KeyboardBroadcast"),
]

let package = Package(
    name: "Signals",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
    products: [
        .library(name: "Signals", targets: ["Signals"]),
        .library(name: "SignalsTesting", targets: ["SignalsTesting"]),
    ],
    targets: [
        .target(name: "Signals", swiftSettings: settings),
        .target(name: "SignalsTesting", dependencies: ["Signals"], swiftSettings: settings),
        .target(name: "AllocationCounter"),
        .executableTarget(
            name: "SignalsBenchmarks", dependencies: ["Signals", "AllocationCounter"], swiftSettings: settings),
        .target(
            name: "TestSupport", dependencies: ["Signals", "SignalsTesting"], path: "Tests/TestSupport",
            swiftSettings: settings),
        // A program that a test runs under several kinds of main loop.
        .executableTarget(
            name: "MainLoops", dependencies: ["Signals"], path: "Tests/MainLoops", swiftSettings: settings),
        // Code of a client that has stayed with Swift 5, for tests to call.
        .target(
            name: "SwiftFiveClient", dependencies: ["Signals"], path: "Tests/SwiftFiveClient",
            swiftSettings: settings + [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "SignalsTests",
            dependencies: ["Signals", "SignalsTesting", "TestSupport", "MainLoops", "SwiftFiveClient", "AppCore"],
            swiftSettings: settings),
        .testTarget(
            name: "SignalsTestingTests", dependencies: ["Signals", "SignalsTesting", "TestSupport"],
            swiftSettings: settings),
        // The names that Combine shares with this library, for the compile checks.
        .target(name: "LikeCombine", path: "Tests/LikeCombine", swiftSettings: settings),
        // The fixtures and the code for Combine are no part of the target: tests hand them to the compiler.
        .testTarget(
            name: "CompileChecks", dependencies: ["Signals", "LikeCombine"], exclude: ["CombineCode", "Fixtures"],
            swiftSettings: settings),
    ] + pages
)
