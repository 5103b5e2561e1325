import Dispatch
import Foundation
import Signals

/// A program that checks delivery on the main actor under one kind of main loop, or what Foundation posts from one, as its
/// argument says.
@main
struct MainLoops {
    static func main() async throws {
        switch CommandLine.arguments.last {
        case "dispatch":
            // Before the first suspension this is the process's first thread, in no loop yet.
            start()
            DispatchQueue.main.async { mixSenders() }
            runDispatchMain()
        case "run loop":
            start()
            DispatchQueue.main.async { mixSenders() }
            runRunLoop()
        case "file handles":
            try readFileHandles()
        default:
            start()
            await Task.yield()
            mixSenders()
            while true { try? await Task.sleep(for: .seconds(60)) }
        }
    }

    nonisolated private static func runDispatchMain() -> Never { dispatchMain() }
    nonisolated private static func runRunLoop() { RunLoop.main.run() }

    @MainActor private static let subject = PassthroughSubject<Int, Never>()
    @MainActor private static var handles: [AnyCancellable] = []
    @MainActor private static var delayed: [Int] = []
    @MainActor private static var immediate: [Int] = []

    private static let perSender = 500

    @MainActor
    private static func start() {
        handles = [
            subject.receive(on: .main).sink {
                delayed.append($0); finishIfComplete()
            },
            subject.receive(on: .mainImmediate).sink {
                immediate.append($0); finishIfComplete()
            },
        ]
        check(immediate.isEmpty && delayed.isEmpty, "nothing was sent yet")
        subject.send(0)
        check(immediate == [0], "on the main actor, with nothing before it, a value is delivered at once")
        check(delayed == [], "receive(on: .main) waits for the next turn")
    }

    /// Sends from another thread and from here at the same time.
    @MainActor
    private static func mixSenders() {
        let subject = subject
        DispatchQueue.global().async { for value in 1...perSender { subject.send(value) } }
        sendSome(from: perSender + 1)
    }

    @MainActor
    private static func sendSome(from value: Int) {
        for value in value..<(value + 10) { subject.send(value) }
        if value + 10 <= 2 * perSender { DispatchQueue.main.async { sendSome(from: value + 10) } }
    }

    @MainActor
    private static func finishIfComplete() {
        guard delayed.count == 2 * perSender + 1, immediate.count == 2 * perSender + 1 else { return }
        for (name, values) in [("main", delayed), ("mainImmediate", immediate)] {
            let first = values.filter { (1...perSender).contains($0) }
            let second = values.filter { $0 > perSender }
            check(first == Array(1...perSender), "\(name): the other thread's values are in order")
            check(second == Array((perSender + 1)...(2 * perSender)), "\(name): the main actor's values are in order")
        }
        print("in order")
        exit(0)
    }

    @MainActor
    static func check(_ condition: Bool, _ rule: String) {
        MainActor.assertIsolated()
        if condition { return }
        print("broken: \(rule)")
        exit(1)
    }
}
