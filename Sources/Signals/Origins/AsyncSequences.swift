extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// A publisher of this sequence's elements, which ends as the sequence does.
    ///
    /// ```swift
    /// url.lines.publisher.sink(receiveCompletion: { … }, receiveValue: { line in … })
    /// ```
    ///
    /// Each subscription iterates in a task of its own, and delivers there. Cancelling it cancels the task.
    ///
    /// - Demand: An element is waited for only when one has been asked for. So the end, which a sequence shows only to
    ///   those who ask for one element more, is delivered with the next request after the last element.
    public var publisher: Publishers.AsyncElements<Self> { publisher(on: nil) }

    /// A publisher of this sequence's elements.
    ///
    /// - Parameter taskExecutor: Where the tasks that iterate run, or `nil` for the default.
    public func publisher(on taskExecutor: (any TaskExecutor)?) -> Publishers.AsyncElements<Self> {
        Publishers.AsyncElements(sequence: self, taskExecutor: taskExecutor)
    }
}

extension Publishers {
    /// The publisher of an asynchronous sequence's elements.
    public struct AsyncElements<Elements: AsyncSequence & Sendable>: Publisher where Elements.Element: Sendable {
        public typealias Output = Elements.Element
        public typealias Failure = Elements.Failure

        public let sequence: Elements
        let taskExecutor: (any TaskExecutor)?

        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let link = TaskSubscription(on: taskExecutor, name: Self.self, downstream: subscriber) { [sequence] link in
                do throws(Failure) {
                    var iterator = sequence.makeAsyncIterator()
                    while await link.awaitDemand() {
                        guard let element = try await iterator.next(isolation: nil) else {
                            return link.finish(.finished)
                        }
                        link.send(element)
                    }
                } catch {
                    link.finish(.failure(error))
                }
            }
            link.control(.subscription(link))
        }
    }

    /// The publisher of what one asynchronous function comes to, which is called anew for each subscription.
    public struct AsyncResult<Output: Sendable, Failure: Error>: Publisher {
        @usableFromInline let taskExecutor: (any TaskExecutor)?
        @usableFromInline let work: @Sendable () async throws(Failure) -> Output

        @inlinable
        init(taskExecutor: (any TaskExecutor)?, work: @escaping @Sendable () async throws(Failure) -> Output) {
            self.taskExecutor = taskExecutor
            self.work = work
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let link = TaskSubscription(on: taskExecutor, name: Self.self, downstream: subscriber) { [work] link in
                do throws(Failure) {
                    let result = try await work()
                    // The task begins with the first request, so there is demand for the one value.
                    link.send(result)
                    link.finish(.finished)
                } catch {
                    link.finish(.failure(error))
                }
            }
            link.control(.subscription(link))
        }
    }
}
