// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The pages of the playground, each of which is a program as well.
let pages = [
    "PublisherBasics", "TypedStreams", "ThreadsAndTheMainActor", "TypedMessages", "Coalescing",
    "TestingWithAPrivateHub", "DebouncedSearch", "Polling",
].map { page in
    Target.executableTarget(
        name: page, dependencies: ["Signals", "SignalsTesting"],
        path: "Playgrounds/Signals.playground/Pages/\(page).xcplaygroundpage", swiftSettings: settings)
}

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
        .testTarget(
            name: "SignalsTests", dependencies: ["Signals", "SignalsTesting", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "SignalsTestingTests", dependencies: ["Signals", "SignalsTesting", "TestSupport"],
            swiftSettings: settings),
        // The fixtures are not part of the target: the test hands them to the compiler, half of them to be refused.
        .testTarget(
            name: "CompileChecks", dependencies: ["Signals"], exclude: ["Fixtures"], swiftSettings: settings),
    ] + pages
)
