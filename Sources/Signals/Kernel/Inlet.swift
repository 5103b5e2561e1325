extension MachineSubscription {
    /// Keeps `inlet` as number `id`, unless the subscriber has cancelled.
    @usableFromInline
    func keep(_ inlet: UpstreamSlot, as id: Int) -> Bool {
        lock.withLock {
            if status.isCancelled { return false }
            inlets.insert(inlet, as: id)
            return true
        }
    }

    /// Lets go of an input that has ended.
    ///
    /// - Returns: Whether it was one.
    @usableFromInline
    func forgetInlet(_ id: Int) -> Bool {
        let inlet = lock.withLock { inlets.remove(id) }
        return inlet != nil
    }

    @inlinable
    func cancelInput(_ id: Int) {
        ready.removeAll { $0.id == id }
        given.removeAll { $0.input == id }
        cancelInlet(id)
    }

    @usableFromInline
    func cancelInlet(_ id: Int) {
        lock.withLock { inlets.remove(id) }?.abandon()
    }

    /// Asks an input for more. While it has no subscription yet, its status adds up what is asked for.
    @usableFromInline
    func request(_ demand: Subscribers.Demand, from inlet: UpstreamSlot) {
        guard inlet.status.add(demand).contains(.subscribed) else { return }
        // One value may as well wait in the queue.
        if demand == .max(1) {
            isPulled = true
            inlet.requestUpstream(demand)
        } else {
            calls.append(OutwardCalls.Call(.plain) { inlet.requestUpstream(demand) })
        }
    }

    // MARK: Inputs that are not subscribed to

    /// Takes all that an input has, if there is nothing that it would overtake.
    ///
    /// - Parameter all: One value at most, and the ending.
    /// - Returns: Whether it was taken. Then there is no need to subscribe.
    @inlinable
    func take(
        _ all: (output: M.Input?, completion: Subscribers.Completion<M.Failure>), as id: Int
    ) -> Bool {
        guard calls.isEmpty, lock.withLock({ outward.isEmpty }) else { return false }
        ready.append((id, all.output, all.completion))
        // An ending by itself waits for no demand.
        if all.output == nil { give(id) }
        return true
    }

    /// Gives the machine what an input has, now that it has asked for a value.
    @inlinable
    func give(_ id: Int) {
        guard let index = ready.firstIndex(where: { $0.id == id }) else { return }
        let (_, output, completion) = ready.remove(at: index)
        if let output { given.append(.input(output, from: id)) }
        switch completion {
        case .finished: given.append(.finished(id))
        case .failure(let error): given.append(.failed(error, id))
        }
    }

    /// Tells the machine of the next event that an input has given by itself.
    @inlinable
    func takeGiven() {
        let event = given.removeFirst()
        if case .failed(let error, _) = event, !M.takesFailures { return complete(.failure(error)) }
        machine?.handle(event, &effects)
    }
}

/// The place of a running ``OperatorMachine`` where inputs are attached.
@frozen
public struct MachineInputs<M: OperatorMachine>: Sendable {
    @usableFromInline let subscription: MachineSubscription<M>
    /// The number of the input that the machine has just asked for.
    @usableFromInline let id: Int

    @inlinable
    init(_ subscription: MachineSubscription<M>, _ id: Int = 0) {
        self.subscription = subscription
        self.id = id
    }

    /// Has `publisher` subscribed to as one of the inputs to begin with.
    ///
    /// - Parameters:
    ///   - id: The number of the input.
    ///   - lift: Makes the machine's input of a value, on the thread that the value came on, before it goes into the
    ///     mailbox. Throwing fails the input.
    @inlinable
    func begin<P: Publisher>(
        _ publisher: P, as id: Int, _ lift: @escaping (P.Output) throws(M.Failure) -> M.Input
    ) where P.Failure == M.Failure {
        subscription.effects.nextID = max(subscription.effects.nextID, id + 1)
        connect(publisher, as: id, .plain, lift)
    }

    /// Has `publisher` subscribed to, whose values are what the machine takes.
    @inlinable
    func begin<P: Publisher<M.Input, M.Failure>>(_ publisher: P, as id: Int) {
        begin(publisher, as: id, { (value) throws(M.Failure) in value })
    }

    /// Subscribes to a publisher as the input of that number.
    @usableFromInline typealias Part = @Sendable (MachineInputs, Int) -> Void

    /// Has all that `tree` is made of subscribed to.
    @usableFromInline
    func begin(_ tree: PublisherTree<Part>) {
        var (path, id) = ([tree], 0)
        while let part = PublisherTree.nextPart(of: &path) {
            part(self, id)
            id += 1
        }
    }

    /// Has `publisher` subscribed to as the input that the machine has just attached.
    @inlinable
    func attach<P: Publisher>(
        _ publisher: P, _ lift: @escaping (P.Output) throws(M.Failure) -> M.Input
    ) where P.Failure == M.Failure {
        connect(publisher, as: id, .attach, lift)
    }

    @inlinable
    func connect<P: Publisher>(
        _ publisher: P, as id: Int, _ kind: OutwardCalls.Kind,
        _ lift: @escaping (P.Output) throws(M.Failure) -> M.Input
    ) where P.Failure == M.Failure {
        if let all = publisher._allAtOnce {
            var (input, completion): (M.Input?, Subscribers.Completion<M.Failure>) = (nil, all.completion)
            do throws(M.Failure) {
                if let output = all.output { input = try lift(output) }
            } catch {
                completion = .failure(error)
            }
            if subscription.take((input, completion), as: id) { return }
        }
        let inlet = Inlet<M, P.Output>(subscription, id: id, lift: lift)
        guard subscription.keep(inlet, as: id) else { return }
        subscribe(inlet, kind) { publisher.receive(subscriber: inlet) }
    }

    /// Notes a subscription to be made, unless something before it ends everything.
    @inlinable
    func subscribe(_ inlet: UpstreamSlot, _ kind: OutwardCalls.Kind, _ body: @escaping () -> Void) {
        subscription.calls.append(OutwardCalls.Call(kind) { if !inlet.status.isCancelled { body() } })
    }
}

/// The subscriber that stands at one input of a ``MachineSubscription``.
@usableFromInline
package final class Inlet<M: OperatorMachine, Input>: UpstreamSlot, Subscriber, @unchecked Sendable {
    // Sound: everything is immutable, or safe by itself.
    @usableFromInline package typealias Failure = M.Failure
    @usableFromInline let subscription: MachineSubscription<M>
    @usableFromInline let id: Int
    @usableFromInline let lift: (Input) throws(M.Failure) -> M.Input

    @inlinable
    init(
        _ subscription: MachineSubscription<M>, id: Int, lift: @escaping (Input) throws(M.Failure) -> M.Input
    ) {
        self.subscription = subscription
        self.id = id
        self.lift = lift
        super.init()
    }

    // All three are called by closures that know the types. Unless they are seen here, the machine is told by a copy of
    // the code that does not know them.

    @inlinable
    package func receive(subscription: any Subscription) { open(subscription, at: M.self) }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        if !isOpen(at: M.self) { return .none }
        do throws(M.Failure) {
            subscription.post(.event(.input(try lift(input), from: id)))
        } catch {
            failEarly(error)
        }
        return .none
    }

    @inlinable
    package func receive(completion: Subscribers.Completion<M.Failure>) {
        if !close(at: M.self) { return }
        switch completion {
        case .finished: subscription.post(.event(.finished(id)))
        case .failure(let error): subscription.post(.event(.failed(error, id)))
        }
    }

    @usableFromInline
    func failEarly(_ error: M.Failure) {
        if status.raise([.ended, .dismissed]).intersects([.ended, .cancelled]) { return }
        detach(cancelling: true)
        subscription.post(.event(.failed(error, id)))
    }
}

/// The inputs of a ``MachineSubscription`` by number, which only grow: a search by halving, in constant time for the first
/// and the newest. One that is taken out leaves an empty place until more than half are empty.
@usableFromInline
package struct InletTable: ~Copyable {
    private var numbers = ContiguousArray<Int>()
    private var inlets = ContiguousArray<UpstreamSlot?>()
    private var empty = 0

    @usableFromInline package init() {}

    var all: [UpstreamSlot] { inlets.compactMap { $0 } }

    @usableFromInline
    package subscript(id: Int) -> UpstreamSlot? {
        let index = place(of: id)
        return index < numbers.count && numbers[index] == id ? inlets[index] : nil
    }

    mutating func insert(_ inlet: UpstreamSlot, as id: Int) {
        let index = place(of: id)
        numbers.insert(id, at: index)
        inlets.insert(inlet, at: index)
    }

    mutating func remove(_ id: Int) -> UpstreamSlot? {
        let index = place(of: id)
        guard index < numbers.count, numbers[index] == id, let inlet = inlets[index].take() else { return nil }
        empty += 1
        if index == numbers.count - 1 {
            numbers.removeLast()
            inlets.removeLast()
            empty -= 1
        } else if empty > 8, empty * 2 > numbers.count {
            let kept = inlets.indices.filter { inlets[$0] != nil }
            numbers = ContiguousArray(kept.map { numbers[$0] })
            inlets = ContiguousArray(kept.map { inlets[$0] })
            empty = 0
        }
        return inlet
    }

    mutating func removeAll() -> [UpstreamSlot] {
        let all = all
        numbers = []
        inlets = []
        empty = 0
        return all
    }

    /// Where `id` is, or would have to be.
    private func place(of id: Int) -> Int {
        var (low, high) = (0, numbers.count)
        if high > 0, numbers[high - 1] <= id { return numbers[high - 1] == id ? high - 1 : high }
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
