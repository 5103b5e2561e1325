// What these give is what the operators of the same names give, for less work. None of them looks at an element before
// it is asked for, so there are none for `map`, `min`, `contains` and their kin.

extension Publishers.Sequence {
    /// Gives the publisher another failure type. It still cannot fail.
    @inlinable
    public func setFailureType<NewFailure: Error>(
        to failureType: NewFailure.Type
    ) -> Publishers.Sequence<Elements, NewFailure> where Failure == Never {
        Publishers.Sequence(sequence: sequence)
    }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Elements.SubSequence: Sendable {
    /// Gives the first `maxLength` elements.
    ///
    /// - Complexity: O(1) to subscribe.
    @inlinable
    public func prefix(_ maxLength: Int) -> Publishers.Sequence<Elements.SubSequence, Failure> {
        precondition(maxLength >= 0, "prefix(_:) takes zero or more; it was given \(maxLength)")
        return Publishers.Sequence(sequence: sequence.prefix(maxLength))
    }

    /// Leaves out the first `count` elements, without going through them.
    ///
    /// - Complexity: O(1) to subscribe.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<Elements.SubSequence, Failure> {
        precondition(count >= 0, "dropFirst(_:) takes zero or more; it was given \(count)")
        return Publishers.Sequence(sequence: sequence.dropFirst(count))
    }

    /// Gives the elements whose numbers, counted from zero, lie in `range`, without going through those before.
    ///
    /// - Complexity: O(1) to subscribe.
    @inlinable
    public func output<R: RangeExpression<Int>>(
        in range: R
    ) -> Publishers.Sequence<Elements.SubSequence, Failure> {
        let (first, last) = range.firstAndLast
        precondition(first >= 0, "output(in:) counts from zero; it was given \(range)")
        let elements = last == .max ? sequence[...] : sequence.prefix(Swift.max(last + 1, 0))
        return Publishers.Sequence(sequence: elements.dropFirst(first))
    }

    /// Gives the element with the number `index`, counted from zero, if there are so many.
    ///
    /// - Complexity: O(1) to subscribe.
    @inlinable
    public func output(at index: Int) -> Publishers.Sequence<Elements.SubSequence, Failure> {
        output(in: index...index)
    }

    /// Gives the last element, if there is one, without going through the others.
    ///
    /// - Complexity: O(1) to subscribe.
    @inlinable
    public func last() -> Publishers.Sequence<Elements.SubSequence, Failure> {
        Publishers.Sequence(sequence: sequence.suffix(1))
    }

    /// Gives the number of elements, without going through them.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func count() -> Publishers.Once<Int, Failure> {
        Publishers.Once(sequence.count)
    }
}
