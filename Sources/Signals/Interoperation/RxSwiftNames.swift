// RxSwift's names for what is called otherwise here, so that the compiler says what to write. None of it is ever called.

extension Publisher {
    /// What comes after a line that is refused: anything may.
    public typealias _Refused = AnyMainActorPublisher<Output, Failure>

    @available(*, unavailable, renamed: "receive(on:)")
    public func observe(on scheduler: Any) -> _Refused { fatalError() }

    @available(
        *, unavailable,
        message: "Write handleEvents(receiveOutput:), with receiveCompletion: for what comes last"
    )
    public func `do`(
        onNext: ((Output) -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onCompleted: (() -> Void)? = nil
    ) -> _Refused { fatalError() }

    @available(*, unavailable, message: "Write flatMap(maxPublishers: .max(1)), behind a buffer if nothing may be lost")
    public func concatMap<P: Publisher>(_ transform: (Output) -> P) -> AnyMainActorPublisher<P.Output, P.Failure> {
        fatalError()
    }

    @available(*, unavailable, renamed: "removeDuplicates()")
    public func distinctUntilChanged() -> _Refused { fatalError() }

    @available(*, unavailable, renamed: "prefix(_:)")
    public func take(_ count: Int) -> _Refused { fatalError() }

    @available(*, unavailable, renamed: "dropFirst(_:)")
    public func skip(_ count: Int) -> _Refused { fatalError() }

    @available(*, unavailable, renamed: "prepend(_:)")
    public func startWith(_ values: Output...) -> _Refused { fatalError() }

    @available(*, unavailable, renamed: "replaceError(with:)")
    public func catchAndReturn(_ value: Output) -> AnyMainActorPublisher<Output, Never> { fatalError() }

    @available(*, unavailable, renamed: "eraseToAnyPublisher()")
    public func asObservable() -> _Refused { fatalError() }

    @available(*, unavailable, message: "Write receive(on: .main), and sink(receiveValue:) behind it")
    public func drive(onNext: (Output) -> Void) -> AnyCancellable { fatalError() }

    @available(*, unavailable, message: "Write sink(receiveValue:), and keep what it returns")
    public func bind(onNext: (Output) -> Void) -> AnyCancellable { fatalError() }
}

extension Subject {
    @available(*, unavailable, renamed: "send(_:)")
    public func onNext(_ value: Output) {}

    @available(*, unavailable, renamed: "send(_:)")
    public func accept(_ value: Output) {}

    @available(*, unavailable, message: "Write send(completion: .failure(error))")
    public func onError(_ error: any Error) {}

    @available(*, unavailable, message: "Write send(completion: .finished)")
    public func onCompleted() {}
}
