import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

extension Races {
    /// What is long or deep does not need a deep stack: everything here runs on 512 KiB.
    @Suite struct StackTests {
        @Test("C42 a hundred thousand synchronous inner publishers", arguments: [1, 3], [0, 1, 2])
        func flatMap(limit: Int, delays: Int) async throws {
            await onOwnThread {
                #if DEBUG
                let count = 20_000
                #else
                let count = 100_000
                #endif
                let scheduler = VirtualTimeScheduler()
                let depth = Depth()
                let recorder = (0..<count).publisher.flatMap(maxPublishers: .max(limit)) { number in
                    let isDelayed = delays == 1 ? number == 0 : delays == 2 && number.isMultiple(of: 10)
                    return isDelayed
                        ? Just(number).receive(on: scheduler).eraseToAnyPublisher() : Just(number).eraseToAnyPublisher()
                }.handleEvents(receiveOutput: { _ in depth.note() }).record()
                while !scheduler.isIdle { scheduler.advance(by: .milliseconds(1)) }
                #expect(recorder.isFinished)
                if limit == 1 || delays == 0 {
                    #expect(recorder.values == Array(0..<count))
                } else {
                    #expect(recorder.values.sorted() == Array(0..<count))
                }
                #expect(depth.spread < 16 * 1024, "the stack differs by \(depth.spread) bytes")
            }
        }

        @Test("C46 a million values that are asked for one by one, from inside each", arguments: [true, false])
        func requestInside(byReturning: Bool) async throws {
            await onOwnThread {
                #if DEBUG
                let count = 50_000
                #else
                let count = 1_000_000
                #endif
                let depth = Depth()
                let seen = Protected(0)
                let subscription = Protected<(any Subscription)?>(nil)
                let isFinished = Protected(false)
                let subscriber = AnySubscriber<Int, Never>(
                    receiveSubscription: { new in
                        subscription.withValue { $0 = new }
                        new.request(.max(1))
                    },
                    receiveValue: { _ in
                        depth.note()
                        seen.increment()
                        if byReturning { return .max(1) }
                        subscription.current?.request(.max(1))
                        return .none
                    },
                    receiveCompletion: { _ in isFinished.withValue { $0 = true } })
                (0..<count).publisher.map { $0 + 1 }.filter { $0 > 0 }.prefix(count).flatMap { Just($0) }
                    .receive(subscriber: subscriber)
                #expect(seen.current == count)
                #expect(isFinished.current)
                #expect(depth.spread < 16 * 1024, "the stack differs by \(depth.spread) bytes")
            }
        }

        @Test("C45 a chain of many operators is subscribed, sent through, cancelled and released") func longChain()
            async throws
        {
            #if DEBUG
            let length = 200
            #else
            let length = 800
            #endif
            for ending in 0..<3 {
                await onOwnThread {
                    let subject = PassthroughSubject<Int, Never>()
                    var chain = subject.eraseToAnyPublisher()
                    for number in 0..<length {
                        chain =
                            number.isMultiple(of: 2)
                            ? chain.map { $0 + 1 }.eraseToAnyPublisher()
                            : chain.filter { _ in true }.eraseToAnyPublisher()
                    }
                    var recorder: Recorder<Int, Never>? = chain.record()
                    subject.send(0)
                    #expect(recorder?.values == [length / 2])
                    switch ending {
                    case 0: recorder?.cancel()
                    case 1: subject.send(completion: .finished)
                    default: break
                    }
                    recorder = nil
                }
            }
        }

        @Test("C45 a chain of many machines and scheduler queues") func longChainOfJunctions() async throws {
            await onOwnThread {
                let subject = PassthroughSubject<Int, Never>()
                var chain = subject.eraseToAnyPublisher()
                for number in 0..<100 {
                    chain =
                        number.isMultiple(of: 2)
                        ? chain.merge(with: Empty()).eraseToAnyPublisher()
                        : chain.receive(on: .immediate).eraseToAnyPublisher()
                }
                let recorder = chain.record()
                subject.send(1)
                subject.send(completion: .finished)
                #expect(recorder.values == [1])
                #expect(recorder.isFinished)
            }
        }

        @Test("C45 a long queue of values is released without recursion") func longQueues() async throws {
            await onOwnThread {
                let count = 100_000
                let scheduler = VirtualTimeScheduler()
                let subject = PassthroughSubject<[Int], Never>()
                let recorder = subject.receive(on: scheduler).record()
                let gathering = subject.collect(byTime: .seconds(1), scheduler: scheduler).record()
                for number in 0..<count { subject.send([number]) }
                recorder.cancel()
                gathering.cancel()
                scheduler.advance(by: .seconds(2))
                #expect(recorder.values.isEmpty && gathering.values.isEmpty)
            }
        }
    }
}

/// Notes how deep the stack is, by the address of a local variable.
private final class Depth: Sendable {
    private let range = Protected<ClosedRange<UInt>?>(nil)

    func note() {
        var marker: UInt8 = 0
        let address = withUnsafePointer(to: &marker) { UInt(bitPattern: $0) }
        range.withValue { range in
            guard let old = range else { return range = address...address }
            range = min(old.lowerBound, address)...max(old.upperBound, address)
        }
    }

    /// The difference between the deepest and the shallowest, in bytes.
    var spread: UInt { range.current.map { $0.upperBound - $0.lowerBound } ?? 0 }
}
