#if canImport(Combine)
import Combine

extension Combine.Publisher {
    /// This publisher with the operators of `Signals`.
    ///
    /// ```swift
    /// URLSession.shared.dataTaskPublisher(for: url).asSignal().receive(on: .main).sink { … }
    /// ```
    ///
    /// Values, demand, cancellation and the ending are passed through. The compiler does not check what Combine's own
    /// closures capture.
    public func asSignal() -> CombineSource<Self> { CombineSource(self) }
}

/// A Combine publisher as one of `Signals`.
public struct CombineSource<Base: Combine.Publisher>: Publisher {
    public typealias Output = Base.Output
    public typealias Failure = Base.Failure

    private let shared: SharedWithThreads<Base>

    public init(_ base: Base) {
        shared = SharedWithThreads(base: base)
    }

    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        shared.base.receive(subscriber: SubscriberAtCombine(subscriber))
    }
}

extension Publisher {
    /// This publisher for Combine, for SwiftUI's `onReceive` say.
    ///
    /// Values, demand, cancellation and the ending are passed through, on the thread that this publisher delivers on.
    public func asCombine() -> CombineOutlet<Self> { CombineOutlet(self) }
}

/// A publisher of `Signals` as one of Combine's.
public struct CombineOutlet<Base: Publisher>: Combine.Publisher {
    public typealias Output = Base.Output
    public typealias Failure = Base.Failure

    private let base: Base

    public init(_ base: Base) {
        self.base = base
    }

    public func receive<S: Combine.Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        base.receive(subscriber: SubscriberFromCombine(subscriber))
    }
}
#endif
