/// Something that tasks wait for, and that stays open once it is.
package actor AsyncGate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let opened = Protected(false)

    package init() {}

    package nonisolated var isOpen: Bool { opened.current }

    package func open() {
        opened.withValue { $0 = true }
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    package func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}
