/// A value of one of two types.
@frozen
@usableFromInline
enum Either<A, B> {
    case first(A)
    case second(B)
}

extension Either: Sendable where A: Sendable, B: Sendable {}
extension Either: Error where A: Error, B: Error {}
