import Signals
import TestSupport
import Testing

extension EveryOperator {
    /// What an operator makes of an upstream that breaks a rule: nothing that its subscriber would notice, and a report.
    @MainActor @Suite struct BrokenRuleTests {
        /// Runs the row with an upstream of bad manners; what its subscriber sees must be as if they were good.
        private func check(_ row: Row, _ manners: Script.Manners, expecting rule: Diagnostics.Rule) {
            let (record, reports) = recordingReports {
                let bench = Bench(Script(row.input, .finish, manners))
                let recording = row.prepare(bench)(.unlimited)
                bench.settle()
                #expect(recording.violations.isEmpty)
                #expect(row.comparable(recording.texts) == row.comparable(row.gives))
                #expect(recording.ending == .finish)
                #expect(recording.endingCount == 1)
                let records = bench.source.records
                if manners == .subscribesTwice {
                    #expect(records.count == 2)
                    #expect(records.last?.cancelCount == 1)
                }
                return records.first
            }
            // An operator that has cancelled its upstream in time never meets the fault.
            if manners == .speaksAfterwards, record?.hasEnded != true { return }
            #expect(reports.contains { $0.rule == rule })
        }

        @Test("C101 C31 a value and an ending before the subscription", arguments: Catalogue.meetingFaults)
        func speaksFirst(row: Row) { check(row, .speaksFirst, expecting: .valueBeforeSubscription) }

        @Test("C101 C40 a second subscription is cancelled, and the first goes on", arguments: Catalogue.meetingFaults)
        func subscribesTwice(row: Row) { check(row, .subscribesTwice, expecting: .secondSubscription) }

        @Test("C101 a value and another ending after the ending", arguments: Catalogue.meetingFaults)
        func speaksAfterwards(row: Row) { check(row, .speaksAfterwards, expecting: .eventAfterCompletion) }

        @Test("C101 asking for nothing does nothing and is reported", arguments: Catalogue.meetingFaults)
        func requestForNothing(row: Row) {
            let ((), reports) = recordingReports {
                let bench = Bench(Script(row.input, nil))
                let recording = row.prepare(bench)(.none)
                recording.request(.none)
                recording.request(.none)
                bench.settle()
                #expect(recording.texts.isEmpty)
                recording.cancel()
            }
            #expect(reports.contains { $0.rule == .requestForNothing } || row.detail == "of none")
        }

        @Test("the status has a place for every rule that is noted once")
        func placesForRules() {
            #expect(Diagnostics.Rule.allCases.dropLast().count <= 9)
            #expect(Diagnostics.Rule.allCases.last == .other)
        }
    }
}
