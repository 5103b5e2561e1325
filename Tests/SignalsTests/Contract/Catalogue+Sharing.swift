import Signals

extension Catalogue {
    static let sharing = [
        Row("share()", gives: "1 2 3 4 5", .isLive) { bench in bench.source.share() },
        Row("share(replay:scope:)", gives: "1 2 3 4 5", .dependsOnDemand) { bench in bench.source.share(replay: 2) },
        Row("share(replay:keepingAliveFor:scheduler:)", gives: "1 2 3 4 5", .isLive) { bench in
            bench.source.share(keepingAliveFor: .milliseconds(5), scheduler: bench.scheduler)
        },
        Row("share(replay:expiringAfter:scheduler:)", gives: "1 2 3 4 5", .dependsOnDemand) { bench in
            bench.source.share(replay: 2, expiringAfter: .seconds(1000), scheduler: bench.scheduler)
        },
        Row("partition(_:)", gives: "2 4", .isLive) { bench in
            bench.source.partition { [probe = bench.probe] in probe.pass($0.number.isMultiple(of: 2)) }.matches
        },
        Row("autoconnect()", gives: "1 2 3 4 5", .isLive) { bench in
            bench.source.multicast { PassthroughSubject() }.autoconnect()
        },
        Row("makeConnectable()", "and autoconnect()", gives: "1 2 3 4 5", .isLive) { bench in
            bench.source.makeConnectable().autoconnect()
        },
        Row("multicast(_:)", gives: "1 2 3 4 5", .dependsOnDemand) { bench in
            bench.source.multicast { ReplaySubject(bufferSize: 5) }.autoconnect()
        },
        Row("multicast(subject:)", gives: "1 2 3 4 5", .dependsOnDemand) { bench in
            bench.source.multicast(subject: ReplaySubject(bufferSize: 5)).autoconnect()
        },
    ]
}
