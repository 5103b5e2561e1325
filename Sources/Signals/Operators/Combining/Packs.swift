// More than four publishers, of any types. Each is hidden behind an `any Publisher`, which costs an event several times
// what it costs among up to four, whose types are known.

extension Publisher where Output: Sendable {
    /// Gives the values of this publisher and of four or more others in rows: all the first ones, all the second ones.
    ///
    /// - Demand: Each is asked for as much as the subscriber asks for. What comes early is kept.
    public func zip<B: Sendable, C: Sendable, D: Sendable, E: Sendable, each Other: Sendable>(
        _ b: any Publisher<B, Failure>, _ c: any Publisher<C, Failure>, _ d: any Publisher<D, Failure>,
        _ e: any Publisher<E, Failure>, _ others: repeat any Publisher<each Other, Failure>
    ) -> AnyPublisher<(Output, B, C, D, E, repeat each Other), Failure> {
        var all = [hidden(self), hidden(b), hidden(c), hidden(d), hidden(e)]
        repeat all.append(hidden(each others))
        return all.zip().map { row in
            var row = Row(row)
            return (row.next(), row.next(), row.next(), row.next(), row.next(), repeat row.next((each Other).self))
        }
        .eraseToAnyPublisher()
    }

    /// Gives the newest values of this publisher and of four or more others, whenever one of them gives a value, once all
    /// have.
    ///
    /// - Demand: Asks all for everything. Without demand the newest values are held.
    public func combineLatest<B: Sendable, C: Sendable, D: Sendable, E: Sendable, each Other: Sendable>(
        _ b: any Publisher<B, Failure>, _ c: any Publisher<C, Failure>, _ d: any Publisher<D, Failure>,
        _ e: any Publisher<E, Failure>, _ others: repeat any Publisher<each Other, Failure>
    ) -> AnyPublisher<(Output, B, C, D, E, repeat each Other), Failure> {
        var all = [hidden(self), hidden(b), hidden(c), hidden(d), hidden(e)]
        repeat all.append(hidden(each others))
        return all.combineLatest().map { row in
            var row = Row(row)
            return (row.next(), row.next(), row.next(), row.next(), row.next(), repeat row.next((each Other).self))
        }
        .eraseToAnyPublisher()
    }

    /// Gives the values of this publisher and of four or more others as they come.
    ///
    /// - Demand: With less than unlimited demand each is asked for one value at a time.
    public func merge(
        with b: any Publisher<Output, Failure>, _ c: any Publisher<Output, Failure>,
        _ d: any Publisher<Output, Failure>, _ e: any Publisher<Output, Failure>,
        _ others: any Publisher<Output, Failure>...
    ) -> Publishers.MergeMany<AnyPublisher<Output, Failure>> {
        ([self, b, c, d, e] + others).map { AnyPublisher(hiding: $0) }.merge()
    }

    /// Gives each value of this publisher with the newest ones of four or more others, once all of those have given one.
    ///
    /// - Demand: One for one. The others are asked for everything.
    public func withLatestFrom<B: Sendable, C: Sendable, D: Sendable, E: Sendable, each Other: Sendable>(
        _ b: any Publisher<B, Failure>, _ c: any Publisher<C, Failure>, _ d: any Publisher<D, Failure>,
        _ e: any Publisher<E, Failure>, _ others: repeat any Publisher<each Other, Failure>
    ) -> AnyPublisher<(Output, B, C, D, E, repeat each Other), Failure> {
        var all = [hidden(b), hidden(c), hidden(d), hidden(e)]
        repeat all.append(hidden(each others))
        return withLatestFrom(all.combineLatest()).map { pair in
            var row = Row(pair.1)
            return (pair.0, row.next(), row.next(), row.next(), row.next(), repeat row.next((each Other).self))
        }
        .eraseToAnyPublisher()
    }
}

/// `publisher` with the types of its values hidden too, so that several fit into one array.
private func hidden<Value: Sendable, Failure>(
    _ publisher: any Publisher<Value, Failure>
) -> AnyPublisher<any Sendable, Failure> {
    func hide<P: Publisher<Value, Failure>>(_ publisher: P) -> AnyPublisher<any Sendable, Failure> {
        publisher.map { value in value as any Sendable }.eraseToAnyPublisher()
    }
    return hide(publisher)
}

extension AnyPublisher {
    fileprivate init(hiding publisher: any Publisher<Output, Failure>) {
        func hide<P: Publisher<Output, Failure>>(_ publisher: P) -> AnyPublisher { AnyPublisher(publisher) }
        self = hide(publisher)
    }
}

/// A row of values of which each is of the type that its place says.
private struct Row {
    private var rest: ArraySlice<any Sendable>

    init(_ values: [any Sendable]) { rest = values[...] }

    mutating func next<Value>(_ type: Value.Type = Value.self) -> Value { rest.removeFirst() as! Value }
}
