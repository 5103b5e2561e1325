import Signals
import TestSupport
import Testing

extension EveryOperator {
    /// Never a value more than was asked for, and never one less.
    @MainActor @Suite struct DemandTests {
        @Test("C66 C72 without demand nothing comes, and nothing is lost", arguments: Catalogue.all)
        func none(row: Row) {
            let bench = Bench(Script(row.input, .finish))
            let recording = row.prepare(bench)(.none)
            bench.settle()
            #expect(recording.texts.isEmpty)
            if row.traits.contains(.isLive) { return }
            if !row.gives.isEmpty { #expect(recording.ending == nil) }
            recording.request(.unlimited)
            bench.settle()
            expectEverything(recording, of: row)
        }

        @Test("verifyPublisher finds nothing, whatever becomes of upstream", arguments: Catalogue.all)
        func verified(row: Row) {
            for ending in [Script.Ending.finish, .fail, nil] { row.verify(Script(row.input, ending)) }
        }

        @Test("C66 one value is given for each that is asked for", arguments: Catalogue.all)
        func oneByOne(row: Row) {
            let bench = Bench(Script(row.input, .finish))
            let recording = row.prepare(bench)(.max(1))
            bench.settle()
            var asked = 1
            while recording.ending == nil, asked < 50 {
                #expect(recording.texts.count <= asked)
                if recording.texts.count < asked { break }
                recording.request(.max(1))
                asked += 1
                bench.settle()
            }
            if row.traits.contains(.isLive) { return }
            expectEverything(recording, of: row)
        }

        @Test("C66 C46 what is asked for while a value is taken counts like any other", arguments: Catalogue.all)
        func fromInside(row: Row) {
            let bench = Bench(Script(row.input, .finish))
            let prepared = row.prepare(bench)
            let returning = prepared(.max(1)) { _ in .max(1) }
            let requesting = prepared(.max(1)) { recording in
                recording.request(.max(1))
                return .none
            }
            bench.settle()
            expectEverything(returning, of: row)
            if !row.traits.contains(.isLive) { expectEverything(requesting, of: row) }
        }

        @Test("C66 with unlimited demand everything comes", arguments: Catalogue.all)
        func unlimited(row: Row) {
            let bench = Bench(Script(row.input, .finish))
            let prepared = row.prepare(bench)
            let recording = prepared(.unlimited)
            bench.settle()
            #expect(row.comparable(recording.texts) == row.comparable(row.gives))
            expectEverything(recording, of: row)
        }

        @Test("two subscriptions of one publisher know nothing of each other", arguments: Catalogue.all)
        func twoSubscriptions(row: Row) {
            let bench = Bench(Script(row.input, .finish))
            let prepared = row.prepare(bench)
            let slow = prepared(.max(1))
            let cancelled = prepared(.none)
            cancelled.cancel()
            let quick = prepared(.unlimited)
            bench.settle()
            if row.traits.contains(.isLive) { return }
            expectEverything(quick, of: row)
            #expect(slow.texts.count <= 1)
            #expect(cancelled.texts.isEmpty)
            slow.request(.unlimited)
            bench.settle()
            expectEverything(slow, of: row)
        }

        @Test("an upstream that ignores demand does not get past an operator", arguments: Catalogue.meetingFaults)
        func rudeUpstream(row: Row) {
            _ = recordingReports {
                let bench = Bench(Script(row.input, .finish, .ignoresDemand))
                let recording = row.prepare(bench)(.none)
                bench.settle()
                #expect(recording.violations.isEmpty)
                recording.request(.max(1))
                bench.settle()
                recording.request(.unlimited)
                bench.settle()
                #expect(recording.violations.isEmpty)
                #expect(recording.endingCount == 1)
            }
        }

        private func expectEverything(
            _ recording: any Recording, of row: Row, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(recording.violations.isEmpty, sourceLocation: sourceLocation)
            #expect(recording.ending == .finish, sourceLocation: sourceLocation)
            #expect(recording.endingCount == 1, sourceLocation: sourceLocation)
            if row.traits.contains(.dependsOnDemand) {
                #expect(recording.texts.isEmpty == row.gives.isEmpty, sourceLocation: sourceLocation)
            } else {
                #expect(
                    row.comparable(recording.texts) == row.comparable(row.gives), sourceLocation: sourceLocation)
            }
        }
    }
}
