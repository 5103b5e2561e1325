import Signals

/// A list that several threads may append to.
package final class Log<Element: Sendable>: Sendable {
    private let storage = Protected<[Element]>([])

    package init() {}

    package var entries: [Element] { storage.withValue { $0 } }
    package func append(_ element: Element) { storage.withValue { $0.append(element) } }
}

/// A value behind a lock.
package final class Protected<Value: Sendable>: Sendable {
    private let value: Locked<Value>

    package init(_ value: Value) { self.value = Locked(value) }

    package func withValue<Result>(_ body: (inout Value) -> Result) -> Result { value.withLock(body) }

    package var current: Value { withValue { $0 } }
}

extension Protected<Int> {
    /// Adds one and returns the sum.
    @discardableResult
    package func increment() -> Int {
        withValue { value in
            value += 1
            return value
        }
    }
}
