import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// Notifications that Foundation posts itself, on its default center.
@Suite(.serialized) struct SystemNotificationTests {
    private let hub = NotificationHub.default

    // A program of its own, since on Linux Foundation posts these from the run loop of the main thread.
    @Test func `what file handles have read arrives raw and typed, and for the handle that was asked for`() async throws
    {
        try await underWatchdog {
            let process = Process()
            process.executableURL = BuildFolder.program("MainLoops")
            process.arguments = ["file handles"]
            let output = Pipe()
            process.standardOutput = output
            try await process.runToEnd()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(text == "arrived\n")
            #expect(process.terminationStatus == 0)
        }
    }

    // On Linux this is one of the two changes of defaults that are posted; the other is removing the domain.
    @Test func `that a domain of the user's defaults was replaced arrives for those defaults`() throws {
        let domain = "SignalsTests.\(UUID())"
        let (defaults, others) = (
            try #require(UserDefaults(suiteName: domain)), try #require(UserDefaults(suiteName: "x"))
        )
        defer { defaults.removePersistentDomain(forName: domain) }
        let name = UserDefaults.didChangeNotification
        let own = hub.publisher(for: name, object: defaults).map { _ in 1 }.record()
        let foreign = hub.publisher(for: name, object: others).map { _ in 1 }.record()
        defaults.setPersistentDomain(["answer": 42], forName: domain)
        #expect(!own.values.isEmpty)
        #expect(foreign.values.isEmpty)
    }

    @Test func `that a process has ended arrives for that process`() async throws {
        let (process, other) = (Process(), Process())
        let name = Process.didTerminateNotification
        let own = hub.publisher(for: name, object: process).map { _ in 1 }.record()
        let foreign = hub.publisher(for: name, object: other).map { _ in 1 }.record()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "exit 3"]
        let ended = AsyncGate()
        // Foundation does not post this on Linux, so the handler does.
        process.terminationHandler = { [hub] process in
            #if !canImport(Darwin)
            hub.post(name: name, object: process)
            #endif
            Task { await ended.open() }
        }
        try process.run()
        await ended.wait()
        #if !canImport(Darwin)
        #expect(own.values == [1])
        #endif
        #expect(process.terminationStatus == 3)
        #expect(foreign.values.isEmpty)
        withExtendedLifetime(other) {}
    }
}
