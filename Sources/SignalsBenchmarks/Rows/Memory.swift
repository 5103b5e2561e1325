import Foundation
import Signals

/// What is in use for as long as a subscription lives.
let memory: [Row] = [
    Row(
        "heap: subject → map → filter → sink", limit: 3.1, goal: 2, steady: true,
        byHand: { ObserverTable.heap(mapped: true) }
    ) {
        let subject = PassthroughSubject<Int, Never>()
        return .heap { index in subject.map { $0 &+ 1 }.filter { $0 >= index }.sink { consume($0 &+ index) } }
    },
    Row(
        "heap: subject → sink", limit: 2.65, goal: 2.2, steady: true,
        byHand: { ObserverTable.heap(mapped: false) }
    ) {
        let subject = PassthroughSubject<Int, Never>()
        return .heap { index in subject.sink { consume($0 &+ index) } }
    },
]

/// The first use of the library in a process, each in a process of its own.
let firstUse: [Row] = [
    Row("first subject, chain and value of a process", limit: 16_000, goal: 7_100) {
        Work(sample: FirstUse.measure)
    }
]

/// What a process does that is started for ``firstUse``.
enum FirstUse {
    static let argument = "--first-use"

    /// Prints what it took, in nanoseconds.
    static func run() {
        let start = cpuTime()
        let subject = PassthroughSubject<Int, Never>()
        let handle = subject.map { $0 &+ 1 }.filter { $0 >= 0 }.sink { consume($0) }
        subject.send(1)
        let end = cpuTime()
        withExtendedLifetime(handle) { print(end - start) }
    }

    /// Starts such a process.
    fileprivate static func measure() -> Double {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.arguments = [argument]
        process.standardOutput = output
        do { try process.run() } catch { fatalError("this program cannot start itself: \(error)") }
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let time = Double(printed.trimmingCharacters(in: .newlines)) else {
            fatalError("the process that was started has printed \(printed)")
        }
        return time
    }
}
