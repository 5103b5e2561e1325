import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct RecordTests {
    @Test("a recording is played back to each subscriber")
    func playback() {
        let record = Record<Int, Broken> { recording in
            recording.receive(1)
            recording.receive(2)
            recording.receive(completion: .failure(.upstream))
        }
        for _ in 1...2 {
            let recorder = record.record()
            #expect(recorder.values == [1, 2])
            #expect(recorder.failure == .upstream)
        }
        #expect(record == Record(output: [1, 2], completion: .failure(.upstream)))
        #expect(record == Record(recording: .init(output: [1, 2], completion: .failure(.upstream))))
        #expect(Record<Int, Broken> { _ in }.record().isFinished)
    }

    @Test("values wait until they are asked for, and the ending follows the last at once")
    func demand() {
        let recorder = Record<Int, Broken>(output: [1, 2], completion: .failure(.upstream)).record(demand: .max(1))
        #expect(recorder.values == [1])
        #expect(recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.failure == .upstream)
        #expect(Record<Int, Broken>(output: [], completion: .finished).record(demand: .none).isFinished)
    }

    @Test("what comes after the ending is not recorded")
    func afterTheEnding() {
        let record = Record<Int, Broken> { recording in
            recording.receive(1)
            recording.receive(completion: .finished)
            recording.receive(2)
            recording.receive(completion: .failure(.upstream))
        }
        #expect(record == Record(output: [1], completion: .finished))
    }

    @Test("a record survives coding")
    func coding() throws {
        for completion in [.finished, .failure(.thrown)] as [Subscribers.Completion<Broken>] {
            let record = Record<Int, Broken>(output: [1, 2], completion: completion)
            let data = try JSONEncoder().encode(record)
            #expect(try JSONDecoder().decode(Record<Int, Broken>.self, from: data) == record)
        }
    }

    @Test("C119: completions and records are coded in Combine's format")
    func combineFormat() throws {
        typealias Ending = Subscribers.Completion<Broken>
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for (ending, text) in [
            (Ending.finished, #"{"success":true}"#), (.failure(.upstream), #"{"error":"X","success":false}"#),
        ] {
            #expect(String(decoding: try encoder.encode(ending), as: UTF8.self) == text)
            #expect(try JSONDecoder().decode(Ending.self, from: Data(text.utf8)) == ending)
            let recording = #"{"recording":{"completion":\#(text),"output":[1,2]}}"#
            let record = Record<Int, Broken>(output: [1, 2], completion: ending)
            #expect(String(decoding: try encoder.encode(record), as: UTF8.self) == recording)
            #expect(try JSONDecoder().decode(Record<Int, Broken>.self, from: Data(recording.utf8)) == record)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Ending.self, from: Data(#"{"success":false}"#.utf8))
        }
    }

    @Test("origins of values that are there keep the contract")
    func contract() {
        verifyPublisher { Record<Int, Broken>(output: [1, 2, 3], completion: .failure(.upstream)) }
        verifyPublisher { Int?.some(1).publisher }
        verifyPublisher { Result<Int, Broken>.failure(.upstream).publisher }
        verifyPublisher { Future<Int, Broken> { $0(.success(1)) } }
        verifyPublisher { Future<Int, Broken> { $0(.failure(.upstream)) } }
        verifyPublisher { Array(1...9).publisher.dropFirst(2).prefix(4) }
    }
}
