import Signals
import TestSupport

/// What the tests broadcast.
protocol Update: AnyObject, Sendable {
    func update(_ title: String)
}

/// The same without the constraint to classes, so that values can conform.
protocol OpenUpdate: Sendable {
    func update(_ title: String)
}

/// An observer that writes down what it is told, under its name, in a log that it shares with others.
final class Listener: Update, OpenUpdate {
    let name: String
    let log: Log<String>

    init(_ name: String = "", log: Log<String>) {
        self.name = name
        self.log = log
    }

    func update(_ title: String) { log.append(name + title) }
}

/// An observer that counts its calls.
final class Counter: Update {
    let calls = Protected(0)
    var count: Int { calls.current }

    func update(_ title: String) { calls.increment() }
}

/// An observer that does something when it is told, and something when it goes.
final class Acting: Update {
    private let action: @Sendable (Acting) -> Void
    private let atEnd: @Sendable (Acting) -> Void

    init(atEnd: @escaping @Sendable (Acting) -> Void = { _ in }, _ action: @escaping @Sendable (Acting) -> Void) {
        self.action = action
        self.atEnd = atEnd
    }

    deinit { atEnd(self) }

    func update(_ title: String) { action(self) }
}

/// Something whose end can be seen.
final class Canary: Sendable {}

extension Broadcaster.Registry {
    func tell(_ title: String) { notify((any Update).self) { $0.update(title) } }
    func add(_ observer: any Update) { register((any Update).self, observer: observer) }
    func drop(_ observer: any Update) { unregister((any Update).self, observer: observer) }
    var updateCount: Int { entryCount(of: (any Update).self) }
}
