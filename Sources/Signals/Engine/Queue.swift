/// A first-in, first-out queue on an array: constant amortised time, and an element is released when it is taken.
@frozen
@usableFromInline
package struct Queue<Element> {
    @usableFromInline var storage = ContiguousArray<Element?>()
    @usableFromInline var head = 0

    @inlinable package init() {}

    @inlinable package var count: Int { storage.count - head }
    @inlinable package var isEmpty: Bool { head == storage.count }
    @inlinable package var first: Element? { isEmpty ? nil : storage[head] }

    @inlinable
    package mutating func append(_ element: Element) {
        storage.append(element)
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard head < storage.count else { return nil }
        let element = storage[head].take()
        head += 1
        if head == storage.count {
            storage.removeAll(keepingCapacity: storage.count <= 1024)
            head = 0
        } else if head >= 32, head * 2 >= storage.count {
            // At least as many were taken since the last time as are moved now.
            storage.removeSubrange(..<head)
            head = 0
        }
        return element
    }

    @inlinable
    package mutating func removeAll() {
        storage = []
        head = 0
    }
}

extension Queue: Sendable where Element: Sendable {}
