import Signals
import SignalsTesting

extension Catalogue {
    static let timing = gathering + delivering + ending

    private static let gathering = [
        Row("measureInterval(using:options:)", "by a hidden scheduler", input: [1, 2], gives: "0.0seconds 0.0seconds") {
            bench in
            bench.source.measureInterval(using: ImmediateScheduler.shared as any Scheduler)
        },
        Row("measureInterval(using:options:)", input: [1, 2], gives: "0.0seconds 0.0seconds") { bench in
            bench.source.measureInterval(using: .immediate)
        },
        Row("debounce(for:scheduler:options:)", gives: "5", .dependsOnDemand) { bench in
            bench.source.debounce(for: .milliseconds(5), scheduler: bench.scheduler)
        },
        Row("debounce(for:scheduler:options:)", "on the main actor", gives: "5", .dependsOnDemand) { bench in
            bench.source.debounce(for: .milliseconds(5), scheduler: bench.scheduler.main)
        },
        Row("debounce(for:scheduler:options:)", "at once", gives: "1 2 3 4 5", .dependsOnDemand) { bench in
            bench.source.debounce(for: .milliseconds(5), scheduler: .immediate)
        },
        Row("debounce(scheduler:_:)", gives: "5", .dependsOnDemand) { bench in
            bench.source.debounce(scheduler: bench.scheduler) { [probe = bench.probe] _ in probe.pass(.milliseconds(5))
            }
        },
        Row("debounce(scheduler:_:)", "hidden", gives: "5", .dependsOnDemand) { bench in
            bench.source.debounce(scheduler: bench.scheduler as any Scheduler) { _ in .milliseconds(5) }
        },
        Row("timed(_:on:)", gives: "5", .dependsOnDemand) { bench in
            bench.source.timed(Quiet(.milliseconds(5)), on: bench.scheduler)
        },
        Row("timed(_:on:)", "on the main actor", gives: "5", .dependsOnDemand) { bench in
            bench.source.timed(Quiet(.milliseconds(5)), on: bench.scheduler.main)
        },
        Row("throttle(for:scheduler:latest:)", "newest", gives: "1 5", .dependsOnDemand) { bench in
            bench.source.throttle(for: .milliseconds(5), scheduler: bench.scheduler, latest: true)
        },
        Row("throttle(for:scheduler:latest:)", "first", gives: "1 2", .dependsOnDemand) { bench in
            bench.source.throttle(for: .milliseconds(5), scheduler: bench.scheduler, latest: false)
        },
        Row("throttle(for:scheduler:latest:)", "on the main actor", gives: "1 5", .dependsOnDemand) { bench in
            bench.source.throttle(for: .milliseconds(5), scheduler: bench.scheduler.main, latest: true)
        },
        Row("collect(byTime:scheduler:)", gives: "[1,2,3,4,5]", .dependsOnDemand) { bench in
            bench.source.collect(byTime: .milliseconds(5), scheduler: bench.scheduler)
        },
        Row("collect(byTime:scheduler:)", "on the main actor", gives: "[1,2,3,4,5]", .dependsOnDemand) { bench in
            bench.source.collect(byTime: .milliseconds(5), scheduler: bench.scheduler.main)
        },
        Row("collect(byTime:orCount:scheduler:)", gives: "[1,2] [3,4] [5]", .dependsOnDemand) { bench in
            bench.source.collect(byTime: .milliseconds(5), orCount: 2, scheduler: bench.scheduler)
        },
        Row(
            "collect(byTime:orCount:scheduler:)", "on the main actor", gives: "[1,2] [3,4] [5]", .dependsOnDemand
        ) { bench in
            bench.source.collect(byTime: .milliseconds(5), orCount: 2, scheduler: bench.scheduler.main)
        },
        Row("collect(_:options:)", "by time", gives: "[1,2,3,4,5]", .dependsOnDemand) { bench in
            bench.source.collect(.byTime(bench.scheduler, .milliseconds(5)))
        },
        Row("collect(_:options:)", "by time or count, on the main actor", gives: "[1,2] [3,4] [5]", .dependsOnDemand) {
            bench in
            bench.source.collect(.byTimeOrCount(bench.scheduler.main, .milliseconds(5), 2))
        },
    ]

    private static let delivering = [
        Row("delay(for:tolerance:scheduler:options:)", gives: "1 2 3 4 5") { bench in
            bench.source.delay(for: .milliseconds(5), scheduler: bench.scheduler)
        },
        Row("delay(for:tolerance:scheduler:options:)", "on the main actor", gives: "1 2 3 4 5") { bench in
            bench.source.delay(for: .milliseconds(5), scheduler: bench.scheduler.main)
        },
        Row("delay(for:tolerance:scheduler:options:)", "at once", gives: "1 2 3 4 5") { bench in
            bench.source.delay(for: .milliseconds(5), scheduler: .immediate)
        },
        Row("receive(on:options:)", gives: "1 2 3 4 5") { bench in bench.source.receive(on: bench.scheduler) },
        Row("receive(on:options:)", "on the main actor", gives: "1 2 3 4 5") { bench in
            bench.source.receive(on: bench.scheduler.main)
        },
        Row("receive(on:options:)", "at once on the main actor", gives: "1 2 3 4 5") { bench in
            bench.source.receive(on: .mainImmediate)
        },
        Row("receive(on:options:)", "at once", gives: "1 2 3 4 5") { bench in bench.source.receive(on: .immediate) },
        Row("delaySubscription(for:scheduler:)", gives: "1 2 3 4 5", .subscribesLater) { bench in
            bench.source.delaySubscription(for: .milliseconds(5), scheduler: bench.scheduler)
        },
        Row("delaySubscription(for:scheduler:)", "hidden", gives: "1 2 3 4 5", .subscribesLater) { bench in
            bench.source.delaySubscription(for: .milliseconds(5), scheduler: bench.scheduler as any Scheduler)
        },
        Row("subscribe(on:options:)", gives: "1 2 3 4 5") { bench in bench.source.subscribe(on: bench.scheduler) },
        Row("subscribe(on:options:)", "at once", gives: "1 2 3 4 5") { bench in
            bench.source.subscribe(on: .immediate)
        },
    ]

    /// The time that they give is longer than any scenario takes.
    private static let ending = [
        Row("timeout(_:scheduler:options:customError:)", gives: "1 2 3 4 5") { bench in
            bench.source.timeout(.seconds(1000), scheduler: bench.scheduler)
        },
        Row("timeout(_:scheduler:options:customError:)", "on the main actor", gives: "1 2 3 4 5") { bench in
            bench.source.timeout(.seconds(1000), scheduler: bench.scheduler.main) { [probe = bench.probe] in
                probe.pass(TestError())
            }
        },
        Row("timeout(first:each:scheduler:customError:)", gives: "1 2 3 4 5") { bench in
            bench.source.timeout(first: .seconds(1000), scheduler: bench.scheduler)
        },
        Row("timeout(first:each:scheduler:customError:)", "hidden", gives: "1 2 3 4 5") { bench in
            bench.source.timeout(
                first: .seconds(1000), each: .seconds(1000), scheduler: bench.scheduler as any Scheduler)
        },
        Row("prefix(for:scheduler:)", gives: "1 2 3 4 5") { bench in
            bench.source.prefix(for: .seconds(1000), scheduler: bench.scheduler)
        },
        Row("prefix(for:scheduler:)", "on the main actor", gives: "1 2 3 4 5") { bench in
            bench.source.prefix(for: .seconds(1000), scheduler: bench.scheduler.main)
        },
    ]
}
