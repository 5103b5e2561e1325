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

    /// The element at `position`, counted from the first.
    @inlinable package subscript(position: Int) -> Element {
        get { storage[head + position]! }
        _modify { yield &storage[head + position]! }
    }

    @inlinable
    package mutating func append(_ element: Element) {
        storage.append(element)
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard head < storage.count else { return nil }
        let element = storage[head].take()
        advance(by: 1)
        return element
    }

    /// Takes the first elements, `limit` at most, and appends them to `array`, last one first.
    @inlinable
    package mutating func moveFirst(_ limit: Int, reversedInto array: inout ContiguousArray<Element>) {
        let count = min(limit, self.count)
        if count == 0 { return }
        array.reserveCapacity(count)
        var index = head + count
        while index > head {
            index -= 1
            array.append(storage[index].take()!)
        }
        advance(by: count)
    }

    /// Puts what was taken by ``moveFirst(_:reversedInto:)``, or what is left of it, back to where it was.
    @inlinable
    package mutating func putBack(_ array: inout ContiguousArray<Element>) {
        let missing = array.count - head
        if missing > 0 {
            storage.insert(contentsOf: repeatElement(nil, count: missing), at: 0)
            head += missing
        }
        for element in array {
            head -= 1
            storage[head] = element
        }
        array.removeAll()
    }

    @inlinable
    mutating func advance(by count: Int) {
        head += count
        if head == storage.count {
            storage.removeAll(keepingCapacity: storage.count <= 1024)
            head = 0
        } else if head >= 32, head * 2 >= storage.count {
            // At least as many were taken since the last time as are moved now.
            storage.removeSubrange(..<head)
            head = 0
        }
    }

    @inlinable
    package mutating func removeAll() {
        storage = []
        head = 0
    }
}

extension Queue: Sendable where Element: Sendable {}
