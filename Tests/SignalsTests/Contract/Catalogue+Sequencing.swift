import Signals
import TestSupport

extension Catalogue {
    static let sequencing = following + retrying + choosing + nesting

    /// One publisher after another.
    private static let following: [Row] = [
        Row("append(_:)", gives: "1 2 3 4 5 6 7", givesOnEmpty: "6 7") { bench in
            bench.source.append(bench.another([6, 7]))
        },
        Row("append(_:)", "of values", gives: "1 2 3 4 5 6 7", givesOnEmpty: "6 7") { bench in
            bench.source.erased.append(Token(6, in: bench.census), Token(7, in: bench.census))
        },
        Row("append(_:)", "of a sequence", gives: "1 2 3 4 5 6 7", givesOnEmpty: "6 7") { bench in
            bench.source.erased.append([6, 7].map { Token($0, in: bench.census) })
        },
        Row("append(_:)", "of values, on the main actor", gives: "1 2 3 4 5 6 7", givesOnEmpty: "6 7") { bench in
            bench.source.append(Token(6, in: bench.census), Token(7, in: bench.census))
        },
        Row("append(_:)", "of a sequence, on the main actor", gives: "1 2 3 4 5 6 7", givesOnEmpty: "6 7") { bench in
            bench.source.append([6, 7].map { Token($0, in: bench.census) })
        },
        Row("prepend(_:)", gives: "6 7 1 2 3 4 5", givesOnEmpty: "6 7", .subscribesLater) { bench in
            bench.source.prepend(bench.another([6, 7]))
        },
        Row("prepend(_:)", "of values", gives: "6 7 1 2 3 4 5", givesOnEmpty: "6 7", .subscribesLater) { bench in
            bench.source.erased.prepend(Token(6, in: bench.census), Token(7, in: bench.census))
        },
        Row("prepend(_:)", "of a sequence", gives: "6 7 1 2 3 4 5", givesOnEmpty: "6 7", .subscribesLater) { bench in
            bench.source.erased.prepend([6, 7].map { Token($0, in: bench.census) })
        },
        Row(
            "prepend(_:)", "of values, on the main actor", gives: "6 7 1 2 3 4 5", givesOnEmpty: "6 7",
            .subscribesLater
        ) { bench in
            bench.source.prepend(Token(6, in: bench.census), Token(7, in: bench.census))
        },
        Row(
            "prepend(_:)", "of a sequence, on the main actor", gives: "6 7 1 2 3 4 5", givesOnEmpty: "6 7",
            .subscribesLater
        ) { bench in
            bench.source.prepend([6, 7].map { Token($0, in: bench.census) })
        },
        Row("concatenate()", gives: "1 2 3 4 5 6 7 8", givesOnEmpty: "6 7 8") { bench in
            [bench.source, bench.another([6, 7]), bench.another([8])].concatenate()
        },
        Row("repeat(when:)", "once more, after the input", gives: "1 2 3 4 5 6 7 6 7", givesOnEmpty: "6 7 6 7") {
            bench in
            bench.source.append(
                bench.another([6, 7]).repeat { [probe = bench.probe] rounds in probe.pass(rounds.prefix(1)) })
        },
        Row("repeat(_:)", "once", gives: "1 2 3 4 5") { bench in bench.source.repeat(1) },
        Row("repeat(_:)", "twice, after the input", gives: "1 2 3 4 5 6 7 6 7", givesOnEmpty: "6 7 6 7") { bench in
            bench.source.append(bench.another([6, 7]).repeat(2))
        },
    ]

    /// What comes after a failure.
    private static let retrying: [Row] = [
        Row("catch(_:)", gives: "1 2 3 4 5", .finishesOnFailure) { bench in
            bench.source.catch { [probe = bench.probe, other = bench.another([6, 7])] _ in probe.pass(other) }
        },
        Row("catch(_:)", "that throws", gives: "1 2 3 4 5") { bench in
            bench.source.catch { [probe = bench.probe] (error) throws(TestError) -> Source in
                probe.pass(())
                throw error
            }
        },
        Row("catch(_:)", "before the input", gives: "6 1 2 3 4 5", givesOnEmpty: "6", .subscribesLater) { bench in
            bench.another([6], .fail).catch { [probe = bench.probe, source = bench.source] _ in probe.pass(source) }
        },
        Row("tryCatch(_:)", gives: "1 2 3 4 5", .finishesOnFailure) { bench in
            bench.source.tryCatch { [probe = bench.probe, other = bench.another([6, 7])] _ in probe.pass(other) }
        },
        Row("tryCatch(_:)", "that throws", gives: "1 2 3 4 5") { bench in
            bench.source.tryCatch { [probe = bench.probe] (error) -> Source in
                probe.pass(())
                throw error
            }
        },
        Row("retry()", gives: "1 2 3 4 5", .finishesOnFailure) { bench in failingOnce(bench).retry() },
        Row("retry(_:)", gives: "1 2 3 4 5", .subscribesLater) { bench in bench.source.retry(2) },
        Row("retry(_:)", "of none", gives: "1 2 3 4 5") { bench in bench.source.retry(0) },
        Row("retry(_:if:)", gives: "1 2 3 4 5", .subscribesLater) { bench in
            bench.source.retry(2) { [probe = bench.probe] _ in probe.pass(true) }
        },
        Row("retry(_:if:)", "not worth it", gives: "1 2 3 4 5") { bench in
            bench.source.retry { [probe = bench.probe] _ in probe.pass(false) }
        },
        Row("retry(_:delay:scheduler:using:if:)", gives: "1 2 3 4 5", .subscribesLater) { bench in
            bench.source.retry(2, delay: .exponential(from: .milliseconds(5)), scheduler: bench.scheduler) {
                [probe = bench.probe] _ in probe.pass(true)
            }
        },
        Row("retry(_:delay:scheduler:using:if:)", "hidden", gives: "1 2 3 4 5", .subscribesLater) { bench in
            bench.source.retry(2, delay: .constant(.milliseconds(5)), scheduler: bench.scheduler as any Scheduler)
        },
        Row("retry(_:recoveringWith:if:)", gives: "1 2 3 4 5", .subscribesLater) { bench in
            bench.source.retry(2) { [probe = bench.probe, other = bench.another([6])] _ in probe.pass(other) }
        },
        Row("retry(when:)", gives: "1 2 3 4 5", .subscribesLater) { bench in
            bench.source.retry { [probe = bench.probe] errors in
                probe.pass(errors.prefix(2).append(Fail(error: TestError())))
            }
        },
        Row("retry(when:)", "never", gives: "1 2 3 4 5") { bench in
            bench.source.retry { [probe = bench.probe] errors in
                errors.map { (error) throws(TestError) -> Int in
                    probe.pass(())
                    throw error
                }
            }
        },
    ]

    /// One publisher at another's word, or in its stead.
    private static let choosing: [Row] = [
        Row("race(with:)", gives: "1 2 3 4 5") { bench in bench.source.race(with: bench.another([], nil)) },
        Row("race()", gives: "1 2 3 4 5") { bench in
            [bench.another([], nil), bench.source, bench.another([], nil)].race()
        },
        Row("prefix(untilOutputFrom:)", gives: "1 2 3 4 5") { bench in
            bench.source.prefix(untilOutputFrom: bench.another([], nil))
        },
        Row("drop(untilOutputFrom:)", gives: "1 2 3 4 5") { bench in
            bench.source.drop(untilOutputFrom: bench.another([6], nil))
        },
        Row("sample(_:)", gives: "5") { bench in bench.source.sample(bench.another([6, 7])) },
        Row("collect(until:)", gives: "[1,2,3,4,5]", .dependsOnDemand) { bench in
            bench.source.collect(until: bench.another([6, 7], nil))
        },
        Row("buffer(while:)", gives: "1 2 3 4 5") { bench in
            bench.source.buffer(while: bench.another([0]).map { $0.number == 0 })
        },
        Row("buffer(while:)", "never paused", gives: "1 2 3 4 5") { bench in
            bench.source.buffer(while: bench.another([6], nil).map { $0.number == 0 })
        },
        Row("throttle(while:latest:)", gives: "1 2 3 4 5", .dependsOnDemand) { bench in
            bench.source.throttle(while: bench.another([6], nil).map { $0.number == 0 })
        },
        Row("delay(until:)", gives: "1 2 3 4 5") { bench in bench.source.delay(until: bench.another([6], nil)) },
        Row("delaySubscription(until:)", gives: "1 2 3 4 5", .subscribesLater) { bench in
            bench.source.delaySubscription(until: bench.another([6], nil))
        },
        Row("buffer(size:prefetch:whenFull:receiveDropped:)", "by request", gives: "1 2 3 4 5") { bench in
            bench.source.buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest)
        },
        Row("buffer(size:prefetch:whenFull:receiveDropped:)", "kept full", gives: "1 2 3 4 5") { bench in
            let probe = bench.probe
            return bench.source.buffer(
                size: 2, prefetch: .keepFull, whenFull: .customError { probe.pass(TestError()) })
        },
        Row("buffer(size:prefetch:whenFull:receiveDropped:)", "of no size", gives: "1 2 3 4 5") { bench in
            bench.source.buffer(size: 0, prefetch: .keepFull, whenFull: .dropOldest)
        },
    ]

    /// Publishers that are made of values.
    private static let nesting: [Row] = [
        Row("expand(_:)", input: [1, 2], gives: "1 10 100 2 20 200", .interleaves) { bench in
            bench.source.expand { [probe = bench.probe, weak bench] (value) throws(TestError) in
                probe.pass(())
                guard let bench else { throw TestError() }
                return bench.another(value.number < 100 ? [value.number * 10] : [])
            }
        },
        Row("flatMapInOrder(maxPublishers:_:)", gives: "1 1 2 2 3 3 4 4 5 5") { bench in
            bench.source.flatMapInOrder(maxPublishers: .max(2)) {
                [probe = bench.probe, weak bench] (value) throws(TestError) in
                probe.pass(())
                guard let bench else { throw TestError() }
                return bench.another([value.number, value.number])
            }
        },
        Row("flatMapInOrder(maxPublishers:_:)", "any number", gives: "1 1 2 2 3 3 4 4 5 5") { bench in
            bench.source.flatMapInOrder(maxPublishers: .unlimited) { [weak bench] (value) throws(TestError) in
                guard let bench else { throw TestError() }
                return bench.another([value.number, value.number])
            }
        },
        Row("mapLatest(on:_:)", gives: "10 20 30 40 50", .dependsOnDemand) { bench in
            bench.source.mapLatest(on: InlineExecutor()) { [probe = bench.probe] in
                probe.pass($0.with($0.number * 10))
            }
        },
        Row(
            "mapLatest(on:_:)", "without failure", gives: "10 20 30 40 50", [.dependsOnDemand, .finishesOnFailure]
        ) { bench in
            bench.source.ignoreFailure().mapLatest(on: InlineExecutor()) {
                [probe = bench.probe] (value) async throws(TestError) in probe.pass(value.with(value.number * 10))
            }
        },
        Row("flatMapFirst(_:)", gives: "1 1 2 2 3 3 4 4 5 5", .dependsOnDemand) { bench in
            bench.source.flatMapFirst { [probe = bench.probe, weak bench] (value) throws(TestError) in
                probe.pass(())
                guard let bench else { throw TestError() }
                return bench.another([value.number, value.number])
            }
        },
        Row(
            "flatMapLatest(endingWithOuter:_:)", gives: "1 1 2 2 3 3 4 4 5 5", [.dependsOnDemand, .isLive]
        ) { bench in
            bench.source.flatMapLatest(endingWithOuter: true) {
                [probe = bench.probe, weak bench] (value) throws(TestError) in
                probe.pass(())
                guard let bench else { throw TestError() }
                return bench.another([value.number, value.number])
            }
        },
        Row("flatMapLatest(_:)", gives: "1 1 2 2 3 3 4 4 5 5", .dependsOnDemand) { bench in
            bench.source.flatMapLatest { [probe = bench.probe, weak bench] (value) throws(TestError) in
                probe.pass(())
                guard let bench else { throw TestError() }
                return bench.another([value.number, value.number])
            }
        },
        Row(
            "flatMapLatest(_:)", "without failure", input: [1, 2], gives: "6 7 6 7",
            [.dependsOnDemand, .finishesOnFailure]
        ) { bench in
            bench.source.ignoreFailure().flatMapLatest {
                [probe = bench.probe, inner = bench.another([6, 7])] _ in probe.pass(inner)
            }
        },
        Row("switchToLatest()", input: [1, 2], gives: "6 7 6 7", .dependsOnDemand) { bench in
            bench.source.map { [probe = bench.probe, inner = bench.another([6, 7])] _ in probe.pass(inner) }
                .switchToLatest()
        },
        Row(
            "switchToLatest()", "without failure", input: [1, 2], gives: "6 7 6 7",
            [.dependsOnDemand, .finishesOnFailure]
        ) { bench in
            bench.source.ignoreFailure().map { [inner = bench.another([6, 7])] _ in inner }.switchToLatest()
        },
    ]
}

/// The bench's source without its failure, but the first attempt at it fails: so `retry()` has one thing to do, and not
/// no end of it.
private func failingOnce(_ bench: Bench) -> Deferred<AnyPublisher<Token, TestError>> {
    let isFirst = Protected(true)
    let source: AnyPublisher<Token, TestError> =
        bench.source.ignoreFailure().setFailureType(to: TestError.self).eraseToAnyPublisher()
    return Deferred { [first = bench.another([], .fail).erased] in
        isFirst.withValue { isFirst in
            defer { isFirst = false }
            return isFirst ? first : source
        }
    }
}

extension Source {
    /// As a publisher that does not promise to deliver on the main actor.
    fileprivate var erased: AnyPublisher<Token, TestError> { eraseToAnyPublisher() }
}
