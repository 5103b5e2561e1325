import Signals

/// Runs a publisher through the contract that subscribers rely on, and fails the test for each clause that it breaks.
///
/// `make` is called many times, and is to make publishers that behave alike. A publisher that needs something to happen,
/// such as a subject that has to be sent to, is made with `drive`, which is called after each step of a subscriber.
/// Publishers that give values without end are cut off.
///
/// - Parameters:
///   - scheduler: The virtual time that the publisher goes by, if it does. It is advanced as long as there is work.
///   - limit: How many values a subscriber takes at most before it cancels.
///   - drive: Makes the publisher's source go on, if it does not by itself.
///   - fileID: Where a failure is reported, as the next three; by default the line that calls this.
///   - filePath: The file.
///   - line: The line.
///   - column: The column.
///   - make: Makes a publisher.
/// - Returns: The clauses that were broken, with details.
@discardableResult
public func verifyPublisher<P: Publisher>(
    on scheduler: VirtualTimeScheduler? = nil, limit: Int = 100, driving drive: @escaping () -> Void = {},
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ make: () -> P
) -> [ContractViolation] where P.Output: Sendable {
    let violations = contractViolations(on: scheduler, limit: limit, driving: drive, make)
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    for violation in violations { TestFailure.report("\(P.self) breaks \(violation)", at: site) }
    return violations
}

/// The clauses of the contract that a publisher breaks, each once. It says what ``verifyPublisher(on:limit:driving:fileID:filePath:line:column:_:)``
/// fails a test with.
public func contractViolations<P: Publisher>(
    on scheduler: VirtualTimeScheduler? = nil, limit: Int = 100, driving drive: @escaping () -> Void = {},
    _ make: () -> P
) -> [ContractViolation] where P.Output: Sendable {
    withoutActuallyEscaping(make) { make in
        var check = ContractCheck(make: make, scheduler: scheduler, limit: limit, drive: drive)
        check.run()
        return check.violations
    }
}

/// One run of a publisher through the contract.
private struct ContractCheck<P: Publisher> where P.Output: Sendable {
    typealias Probe = Recorder<P.Output, P.Failure>

    let make: () -> P
    let scheduler: VirtualTimeScheduler?
    let limit: Int
    let drive: () -> Void
    private(set) var violations: [ContractViolation] = []

    init(make: @escaping () -> P, scheduler: VirtualTimeScheduler?, limit: Int, drive: @escaping () -> Void) {
        self.make = make
        self.scheduler = scheduler
        self.limit = limit
        self.drive = drive
    }

    mutating func run() {
        let available = unlimited()
        demand(in: [0, 1, 1, 2], of: available)
        fromInside(of: available)
        afterTheEnd()
        cancelling()
        independence()
        release()
    }

    // MARK: Steps

    /// A subscriber that asks for everything, up to the limit.
    ///
    /// - Returns: How many values it got.
    private mutating func unlimited() -> Int {
        let limit = limit
        let probe = Probe(on: scheduler) { probe, _ in
            if probe.values.count >= limit { probe.cancel() }
            return .none
        }
        subscribe(probe)
        settle()
        note(probe, "with unlimited demand")
        probe.cancel()
        return probe.values.count
    }

    /// A subscriber that asks in steps gets the beginning of what one gets that asks for everything.
    private mutating func demand(in steps: [Int], of available: Int) {
        let probe = Probe(on: scheduler, demand: .none)
        subscribe(probe)
        settle()
        note(probe, "with no demand")
        var asked = 0
        for step in steps where step > 0 {
            asked += step
            probe.request(.max(step))
            settle()
            note(probe, "with a demand of \(asked)")
        }
        if scheduler == nil {
            let expected = min(asked, available)
            if probe.values.count < expected {
                report(.demandAddsUp, "\(probe.values.count) values came of \(expected) that were asked for in steps")
            }
        }
        probe.cancel()
    }

    /// A subscriber that asks for one at a time, inside the value before.
    private mutating func fromInside(of available: Int) {
        let (limit, depths) = (limit, Locked<[UInt]>([]))
        let probe = Probe(on: scheduler, demand: .max(1)) { probe, _ in
            let depth = ThreadIdentity.stackPosition
            depths.withLock { $0.append(depth) }
            if probe.values.count >= limit {
                probe.cancel()
            } else {
                probe.request(.max(1))
            }
            return .none
        }
        subscribe(probe)
        settle()
        note(probe, "asking for one at a time inside the value before")
        if scheduler == nil, probe.values.count < available {
            report(.demandFromInside, "\(probe.values.count) values came of \(available)")
        }
        let used = depths.withLock { $0 }
        if let most = used.max(), let least = used.min(), scheduler == nil, most - least > 16_384 {
            report(.demandFromInside, "the stack grew by \(most - least) bytes over \(used.count) values")
        }
    }

    /// A subscriber that keeps its subscription after the ending, and goes on asking.
    private mutating func afterTheEnd() {
        let notes = Locked(EndingNotes())
        make().receive(subscriber: InsistentSubscriber<P.Output, P.Failure>(notes: notes, limit: limit))
        settle()
        let before = notes.withLock { $0 }
        if before.hasEnded {
            before.subscription?.request(.max(1))
            settle()
            if notes.withLock({ $0.count }) != before.count {
                report(.requestAfterTheEnd, "a value came after the ending, because it was asked for")
            }
        }
        before.subscription?.cancel()
        notes.withLock { $0.subscription.take() }.map { withExtendedLifetime($0) {} }
    }

    private mutating func cancelling() {
        let inside = Probe(on: scheduler) { probe, _ in
            probe.cancel()
            probe.cancel()
            return .unlimited
        }
        subscribe(inside)
        settle()
        note(inside, "cancelled inside the first value")
        if inside.values.count > 1 || (inside.values.count == 1 && inside.completion != nil) {
            report(.nothingAfterCancel, "\(inside.events.count - 2) events came after cancelling inside a value")
        }

        let before = Probe(on: scheduler, demand: .none)
        subscribe(before)
        before.cancel()
        let count = before.events.count
        before.request(.unlimited)
        settle()
        if before.events.count != count {
            report(.nothingAfterCancel, "something came after cancelling before asking")
        }
    }

    private mutating func independence() {
        let publisher = make()
        let limit = limit
        let probes = (0..<2).map { _ in
            Probe(on: scheduler) { probe, _ in
                if probe.values.count >= limit { probe.cancel() }
                return .none
            }
        }
        for probe in probes { publisher.receive(subscriber: probe) }
        settle()
        for probe in probes { note(probe, "beside another subscription of the same publisher") }
        for probe in probes { probe.cancel() }
    }

    private mutating func release() {
        for ending in ["its ending", "cancelling"] {
            var probe: Probe? = Probe(on: scheduler, demand: ending == "cancelling" ? .none : .unlimited)
            weak let rest = probe
            subscribe(probe!)
            settle()
            let hasEnded = probe!.completion != nil
            if !hasEnded { probe!.cancel() }
            settle()
            probe = nil
            if rest != nil {
                report(.lettingGo, "the subscriber is still kept after \(hasEnded ? "its ending" : "cancelling")")
            }
        }
    }

    // MARK: Parts of a step

    private mutating func subscribe(_ probe: Probe) {
        make().receive(subscriber: probe)
        if probe.events.isEmpty { report(.subscriptionFirst, "no subscription came before subscribing returned") }
    }

    private func settle() {
        drive()
        guard let scheduler else { return }
        scheduler.run(limit: 10_000)
        drive()
    }

    /// Takes up what the probe has noticed by itself.
    private mutating func note(_ probe: Probe, _ situation: String) {
        for violation in probe.violations { report(Self.clause(of: violation), "\(situation), \(violation)") }
    }

    private static func clause(of violation: String) -> ContractClause {
        if violation.contains("demand") { return .onlyWhatWasAskedFor }
        if violation.contains("while a value") { return .oneAtATime }
        if violation.contains("completion") { return .oneEnding }
        return .subscriptionFirst
    }

    private mutating func report(_ clause: ContractClause, _ detail: String) {
        if violations.contains(where: { $0.clause == clause }) { return }
        violations.append(ContractViolation(clause: clause, detail: detail))
    }
}

/// What a subscriber has been told that goes on asking after the ending.
private struct EndingNotes: Sendable {
    var subscription: (any Subscription)?
    var count = 0
    var hasEnded = false
}

/// Notes what it is told, and keeps the subscription itself: one that lets go at the ending would hide what comes of asking.
private struct InsistentSubscriber<Input, Failure: Error>: Subscriber {
    let notes: Locked<EndingNotes>
    let limit: Int

    static var _releasesSubscription: Bool { true }

    func receive(subscription: any Subscription) {
        notes.withLock { $0.subscription = subscription }
        subscription.request(.max(limit))
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        notes.withLock { $0.count += 1 }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) { notes.withLock { $0.hasEnded = true } }
}
