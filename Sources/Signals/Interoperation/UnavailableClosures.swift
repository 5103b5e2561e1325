// Closures that wait, throw, or forget that the stream can fail, so that the compiler says what to write instead of which
// types differ. None of it is ever called.
//
// None costs correct code anything: the compiler gives up an unavailable form as soon as another has been found. Each takes
// closures of the main actor too, and gives what the correct form would, so that nothing else is refused.

extension Publisher {
    public typealias _Unclosed<T> = AnyMainActorPublisher<T, Failure>

    @available(
        *, unavailable, message: "The closure of map does not wait. Write asyncMap, or mapLatest for the newest alone"
    )
    @_disfavoredOverload
    public func map<T>(_ transform: @escaping @Sendable (Output) async -> T) -> _Unclosed<T> { fatalError() }

    @available(
        *, unavailable,
        message:
            "The closure of map throws what its stream can fail with. Write tryMap, or say in the closure what it throws"
    )
    @_disfavoredOverload
    public func map<T>(_ transform: @escaping @Sendable (Output) throws -> T) -> _Unclosed<T> { fatalError() }

    @available(*, unavailable, message: "The closure of flatMap does not throw. Write tryMap before it")
    @_disfavoredOverload
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) throws -> P
    ) -> _Unclosed<P.Output> { fatalError() }

    @available(
        *, unavailable,
        message: "This stream can fail. Write sink(receiveCompletion:receiveValue:), or deal with the failure before it"
    )
    @_disfavoredOverload
    public func sink(receiveValue: @escaping @MainActor @Sendable (Output) -> Void) -> AnyCancellable { fatalError() }

    @available(
        *, unavailable,
        message: "This stream can fail. Write replaceError(with:), ignoreFailure() or catch(_:) before assign"
    )
    @_disfavoredOverload
    public func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root, ownership: ObjectOwnership = .weak
    ) -> AnyCancellable { fatalError() }

    @available(
        *, unavailable,
        message: "This stream can fail. Write replaceError(with:), ignoreFailure() or catch(_:) before assign"
    )
    @_disfavoredOverload
    public func assign(to published: inout Published<Output>.Publisher) where Output: Sendable { fatalError() }
}

extension Publisher where Failure == Never {
    @available(*, unavailable, message: "A sink does not wait. Write sinkLatest, or asyncMap before it")
    @_disfavoredOverload
    public func sink(
        receiveValue: @escaping @MainActor @Sendable (Output) async -> Void
    ) -> AnyCancellable { fatalError() }
}
