import Signals
import SignalsTesting
import TestSupport
import Testing

/// One request for many: who comes between its value and its finish.
@Suite struct SharedRequestTests {
    private struct TokenRefused: Error {}

    /// The recipe of the documentation.
    private final class Session: Sendable {
        private let token: CurrentValueSubject<String, Never>
        private let refreshed: AnyPublisher<String, any Error>

        init(token first: String, refresh: some Publisher<String, any Error>) {
            let token = CurrentValueSubject<String, Never>(first)
            self.token = token
            refreshed = refresh.handleEvents(receiveOutput: { token.send($0) }).share(replay: 1).eraseToAnyPublisher()
        }

        func load<Response: Sendable>(
            _ request: @escaping @Sendable (String) -> AnyPublisher<Response, any Error>
        ) -> AnyPublisher<Response, any Error> {
            let (token, refreshed) = (token, refreshed)
            return Deferred { request(token.value) }
                .catch { error -> AnyPublisher<Response, any Error> in
                    guard error is TokenRefused else { return Fail(error: error).eraseToAnyPublisher() }
                    return refreshed.flatMap { request($0) }.eraseToAnyPublisher()
                }
                .eraseToAnyPublisher()
        }
    }

    @Test(
        "C116: who subscribes between the value and the finish gets both with share(replay: 1), and the finish with share()"
    )
    func between() {
        let source = PassthroughSubject<Int, Never>()
        let (plain, replaying) = (source.share(), source.share(replay: 1))
        let late = Log<Recorder<Int, Never>>()
        let handles = [
            plain.sink { _ in late.append(plain.record()) }, replaying.sink { _ in late.append(replaying.record()) },
        ]
        source.send(1)
        source.send(completion: .finished)
        #expect(late.entries.map(\.values) == [[], [1]])
        #expect(late.entries.allSatisfy { $0.isFinished })
        withExtendedLifetime(handles) {}
    }

    @Test("C116: a shared request gives everybody its value, whenever they come")
    func threads() {
        final class Round: Sendable {
            let settle = Protected<(@Sendable () -> Void)?>(nil)
            let request: AnyPublisher<Int, Never>
            let first: Recorder<Int, Never>
            let others = Log<Recorder<Int, Never>>()

            init() {
                request = Deferred { [settle] in
                    Future<Int, Never> { promise in
                        // The first is answered by a thread, and whatever is begun after that at once.
                        let isFirst = settle.withValue { waiting in
                            defer { waiting = { promise(.success(1)) } }
                            return waiting == nil
                        }
                        if !isFirst { promise(.success(1)) }
                    }
                }.share(replay: 1).eraseToAnyPublisher()
                first = request.record()
            }
        }
        underWatchdog {
            race(
                rounds: 4_000, { _ in Round() },
                [
                    { round in round.settle.current?() },
                    { round in for _ in 0..<4 { round.others.append(round.request.record()) } },
                ]
            ) { round in
                for recorder in [round.first] + round.others.entries {
                    #expect(recorder.values == [1] && recorder.isFinished)
                }
            }
        }
    }

    @Test("C116: one token refresh serves all requests that are refused meanwhile, and the next is a new one")
    func tokens() {
        let refreshes = Protected(0)
        let answer = PassthroughSubject<String, any Error>()
        let session = Session(
            token: "old",
            refresh: Deferred { () -> AnyPublisher<String, any Error> in
                refreshes.increment()
                return answer.first().eraseToAnyPublisher()
            })
        let valid = Protected("new")
        let request: @Sendable (String) -> AnyPublisher<String, any Error> = { token in
            if token != valid.current { return Fail(error: TokenRefused()).eraseToAnyPublisher() }
            return Just("by \(token)").setFailureType(to: (any Error).self).eraseToAnyPublisher()
        }
        let late = Log<Recorder<String, any Error>>()
        let first = session.load(request).handleEvents(receiveOutput: { _ in
            // One that is refused now comes between the value and the finish.
            let isRefused = Protected(true)
            late.append(
                session.load { token in
                    let refuses = isRefused.withValue { isRefused in
                        defer { isRefused = false }
                        return isRefused
                    }
                    return refuses ? Fail(error: TokenRefused()).eraseToAnyPublisher() : request(token)
                }.record())
        }).record()
        let others = (0..<20).map { _ in session.load(request).record() }
        #expect(refreshes.current == 1)
        answer.send("new")
        for recorder in [first] + others + late.entries {
            #expect(recorder.values == ["by new"] && recorder.isFinished)
        }
        #expect(late.entries.count == 1)
        #expect(session.load(request).record().values == ["by new"])
        #expect(refreshes.current == 1)
        valid.withValue { $0 = "newer" }
        let again = session.load(request).record()
        answer.send("newer")
        #expect(again.values == ["by newer"])
        #expect(refreshes.current == 2)
    }
}
