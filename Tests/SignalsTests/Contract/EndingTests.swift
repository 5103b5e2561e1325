import Signals
import SignalsTesting
import TestSupport
import Testing

extension EveryOperator {
    /// One ending, nothing after it, nothing after a cancellation, and nothing left behind by either.
    @MainActor @Suite struct EndingTests {
        /// Runs one scenario and then looks at what is still alive, once the subscriber has let go of everything.
        ///
        /// - Parameter body: What happens. It returns the recordings that are to be right.
        private func check(
            _ row: Row, _ script: Script, sourceLocation: SourceLocation = #_sourceLocation,
            _ body: (Bench, Row.Subscribe) -> [any Recording]
        ) {
            let bench = Bench(script)
            do {
                let recordings = body(bench, row.prepare(bench))
                bench.settle()
                for recording in recordings {
                    #expect(recording.violations.isEmpty, sourceLocation: sourceLocation)
                    #expect(recording.endingCount <= 1, sourceLocation: sourceLocation)
                }
            }
            bench.insideClosures(nil)
            for record in bench.sources.flatMap(\.records) {
                #expect(record.cancelCount <= 1, sourceLocation: sourceLocation)
                #expect(record.hasEnded || record.cancelCount == 1, sourceLocation: sourceLocation)
                #expect(!record.hasEnded || record.cancelCount == 0, sourceLocation: sourceLocation)
            }
            #expect(bench.census.living.isEmpty, sourceLocation: sourceLocation)
            #expect(bench.scheduler.isIdle, sourceLocation: sourceLocation)
        }

        @Test("C48 finishing: one ending, and everything is let go of", arguments: Catalogue.all)
        func finish(row: Row) {
            check(row, Script(row.input, .finish)) { bench, subscribe in
                let recording = subscribe(.unlimited)
                bench.settle()
                #expect(recording.ending == .finish)
                return [recording]
            }
        }

        @Test(
            "C121: a subscriber that keeps its subscription is let go of, after each ending and a cancellation",
            arguments: Catalogue.all)
        func keepsSubscription(row: Row) {
            for ending in [Script.Ending.finish, .fail, nil] {
                check(row, Script(row.input, ending)) { bench, subscribe in
                    let cancel = subscribe.keeping()
                    bench.settle()
                    if ending == nil { cancel() }
                    bench.settle()
                    return []
                }
            }
        }

        @Test("C48 finishing later than the last value", arguments: Catalogue.operators)
        func finishLater(row: Row) {
            check(row, Script(row.input, nil)) { bench, subscribe in
                let recording = subscribe(.unlimited)
                bench.settle()
                bench.source.end(.finish)
                bench.settle()
                #expect(recording.ending == .finish)
                return [recording]
            }
        }

        @Test("C72 an upstream without values ends at once, whatever was asked for", arguments: Catalogue.all)
        func empty(row: Row) {
            check(row, Script([], .finish)) { bench, subscribe in
                let recording = subscribe(.none)
                bench.settle()
                if row.givesOnEmpty.isEmpty {
                    if !row.traits.contains(.dependsOnDemand), !row.traits.contains(.interleaves) {
                        #expect(recording.ending == .finish)
                    }
                } else {
                    #expect(recording.ending == nil && recording.texts.isEmpty)
                }
                recording.request(.unlimited)
                bench.settle()
                #expect(recording.ending == .finish)
                if !row.givesOnEmpty.isEmpty { #expect(recording.texts == row.givesOnEmpty) }
                return [recording]
            }
        }

        @Test("C48 failing at once", arguments: Catalogue.operators)
        func fail(row: Row) {
            check(row, Script([], .fail)) { bench, subscribe in
                let recording = subscribe(.unlimited)
                bench.settle()
                let passesNone = row.gives.isEmpty && row.input.isEmpty
                if !passesNone, row.detail != "of none" {
                    #expect(recording.ending == (row.traits.contains(.finishesOnFailure) ? .finish : .fail))
                }
                #expect(recording.endingCount == 1)
                return [recording]
            }
        }

        @Test("C48 failing after values, with and without demand", arguments: Catalogue.operators)
        func failLater(row: Row) {
            for demand in [Subscribers.Demand.unlimited, .max(1), .none] {
                check(row, Script(row.input, nil)) { bench, subscribe in
                    let recording = subscribe(demand)
                    bench.settle()
                    bench.source.end(.fail)
                    bench.settle()
                    if recording.ending == nil { recording.request(.unlimited) }
                    bench.settle()
                    if row.traits.contains(.subscribesLater) {
                        // As often as the rows try again.
                        for _ in 0..<2 {
                            bench.source.end(.fail)
                            bench.settle()
                        }
                    }
                    #expect(recording.endingCount == 1)
                    return [recording]
                }
            }
        }

        @Test("C48 C04 cancelling, once and again, after any number of values", arguments: Catalogue.all)
        func cancel(row: Row) {
            for demand in [Subscribers.Demand.unlimited, .max(1), .max(2), .none] {
                check(row, Script(row.input, nil)) { bench, subscribe in
                    let recording = subscribe(demand)
                    bench.settle()
                    let count = recording.texts.count
                    recording.cancel()
                    recording.cancel()
                    bench.source.send(9)
                    bench.source.end(.finish)
                    bench.settle()
                    #expect(recording.texts.count == count)
                    return [recording]
                }
            }
        }

        @Test("cancelling before time has moved: what was under way does not arrive", arguments: Catalogue.operators)
        func cancelBeforeDelivery(row: Row) {
            for ending in [Script.Ending.finish, .fail, nil] {
                check(row, Script(row.input, ending)) { bench, subscribe in
                    let recording = subscribe(.unlimited)
                    let count = recording.texts.count
                    let endingCount = recording.endingCount
                    recording.cancel()
                    bench.settle()
                    #expect(recording.texts.count == count)
                    #expect(recording.endingCount == endingCount)
                    return [recording]
                }
            }
        }

        @Test("C48 cancelling before anything was asked for", arguments: Catalogue.all)
        func cancelBeforeRequest(row: Row) {
            for ending in [Script.Ending.finish, .fail, nil] {
                check(row, Script(row.input, ending)) { bench, subscribe in
                    let recording = subscribe(.none)
                    recording.cancel()
                    let endingCount = recording.endingCount
                    recording.request(.unlimited)
                    bench.settle()
                    #expect(recording.texts.isEmpty)
                    #expect(recording.endingCount == endingCount)
                    return [recording]
                }
            }
        }

        @Test("C17 cancelling while the subscription is handed over: nothing comes at all", arguments: Catalogue.all)
        func cancelAtOnce(row: Row) {
            for ending in [Script.Ending.finish, .fail, nil] {
                check(row, Script(row.input, ending)) { bench, subscribe in
                    let count = subscribe.cancellingAtOnce()
                    bench.settle()
                    #expect(count.current == 0)
                    return []
                }
            }
        }

        @Test("C48 C04 cancelling while a value is taken: it is the last", arguments: Catalogue.all)
        func cancelInside(row: Row) {
            for last in 1...3 {
                for ending in [Script.Ending.finish, .fail, nil] {
                    check(row, Script(row.input, ending)) { bench, subscribe in
                        let recording = subscribe(.unlimited) { recording in
                            if recording.texts.count == last { recording.cancel() }
                            return .unlimited
                        }
                        bench.settle()
                        #expect(recording.texts.count <= last)
                        if recording.texts.count == last { #expect(recording.ending == nil) }
                        recording.cancel()
                        return [recording]
                    }
                }
            }
        }

        @Test(
            "cancelling inside the operator's own closure: not even the present value arrives", arguments: Catalogue.all
        )
        func cancelInsideClosure(row: Row) {
            for demand in [Subscribers.Demand.unlimited, .max(3)] {
                for ending in [Script.Ending.finish, .fail, nil] {
                    check(row, Script(row.input, ending)) { bench, subscribe in
                        let recording = subscribe(.none)
                        let seen = Protected<Int?>(nil)
                        bench.insideClosures {
                            recording.cancel()
                            let count = recording.texts.count
                            seen.withValue { $0 = $0 ?? count }
                        }
                        recording.request(demand)
                        bench.settle()
                        // Rows whose operators have no closure, or none that runs, are not cancelled by it.
                        if let seen = seen.current {
                            #expect(recording.texts.count == seen)
                            #expect(recording.endingCount == 0)
                        }
                        recording.cancel()
                        return [recording]
                    }
                }
            }
        }

        @Test("C04 one subscriber cancels another while it takes a value", arguments: Catalogue.all)
        func cancelAnother(row: Row) {
            check(row, Script(row.input, nil)) { bench, subscribe in
                let victim = subscribe(.none)
                let killer = subscribe(.unlimited) { _ in
                    victim.cancel()
                    return .none
                }
                bench.settle()
                #expect(victim.texts.isEmpty)
                victim.cancel()
                killer.cancel()
                return [victim, killer]
            }
        }
    }
}
