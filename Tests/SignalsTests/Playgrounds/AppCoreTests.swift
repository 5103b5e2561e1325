import Foundation
import Signals
import SignalsTesting
import Testing

@testable import AppCore

/// The models of the page `AppCore`, as an app's own tests would have them: on a time of their own, moved by hand.
@MainActor @Suite struct AppCoreTests {
    private typealias Answer = AnyPublisher<String, ServiceError>

    private let time = VirtualTimeScheduler()
    private let journal = CurrentValueSubject<[String], Never>([])

    /// What a service gives after a second.
    private func reply(_ text: String) -> Answer {
        Just(text).setFailureType(to: ServiceError.self).delay(for: .seconds(1), scheduler: time).eraseToAnyPublisher()
    }

    private func pass(_ milliseconds: Int) { time.advance(by: .milliseconds(milliseconds)) }

    // MARK: Form and search

    @Test("the button is there when both fields have been right for 200 ms, and goes with the first wrong one")
    func button() async throws {
        let form = LoginForm(on: time.main) { name, _ in
            Just(name).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
        }
        let shown = form.$canLogIn.record(on: time.main)
        try await shown.expectNext(false)
        form.name = "Ann"
        form.password = "longenough"
        pass(199)
        try await shown.expectNoMore()
        try await shown.expectNext(true)
        form.password = "short"
        try await shown.expectNext(false)
        form.password = "longenough"
        form.password = "short"
        try await shown.expectNoMore(for: .seconds(1))
    }

    @Test("a second press does nothing while a login is under way, and a failure is not the end")
    func login() {
        let form = LoginForm(on: time.main) { [time, journal] name, password in
            journal.value.append(name)
            let isRight = password == "longenough"
            return Just(name).setFailureType(to: ServiceError.self).delay(for: .seconds(1), scheduler: time)
                .map { (name) throws(ServiceError) in if isRight { name } else { throw .wrongPassword } }
                .eraseToAnyPublisher()
        }
        form.name = "Ann"
        form.password = "guessed it"
        for _ in 1...3 { form.logInPressed.send() }
        pass(1_000)
        #expect(form.message == "That did not work" && journal.value == ["Ann"])
        form.password = "longenough"
        form.logInPressed.send()
        pass(1_000)
        #expect(form.message == "Welcome, Ann" && journal.value == ["Ann", "Ann"])
    }

    @Test("one question for a pause, and a newer text cancels the search for an older one")
    func search() async {
        let search = Search(on: time.main, tasksOn: time.taskExecutor) { [time, journal] text in
            do { try await time.sleep(for: .seconds(1)) } catch { journal.value.append("\(text) cancelled") }
            return [text]
        }
        for text in ["t", "te", "tea"] {
            search.text = text
            await time.settle(after: .milliseconds(299))
        }
        await time.settle(after: .milliseconds(501))
        search.text = "teapot"
        await time.settle(after: .milliseconds(400))
        #expect(journal.value == ["tea cancelled"] && search.results == [])
        await time.settle(after: .seconds(1))
        #expect(search.results == ["teapot"])
    }

    // MARK: Session

    /// A session whose token is out of date, with a renewal that takes a second.
    private func session(renewing: Bool = true) -> Session {
        let token = CurrentValueSubject<Int, Never>(1)
        let renewal = Deferred { [time, journal] in
            journal.value.append("renewal")
            return Just(()).setFailureType(to: ServiceError.self).delay(for: .seconds(1), scheduler: time)
                .map { () throws(ServiceError) in
                    guard renewing else { throw .offline }
                    token.value += 1
                }
        }
        return Session(
            answer: { path in
                Deferred {
                    Just(token.value).setFailureType(to: ServiceError.self).map {
                        (token) throws(ServiceError) -> String in
                        if path == "nowhere" { throw .offline }
                        if token == 1 { throw .unauthorized }
                        return "\(path) with \(token)"
                    }
                }.eraseToAnyPublisher()
            }, renewal: renewal.eraseToAnyPublisher())
    }

    @Test("three requests that are refused wait for one renewal, and are answered") func renewal() async throws {
        let session = session()
        let paths = ["orders", "friends", "news"]
        for (path, answer) in zip(paths, paths.map { session.get($0).record(on: time) }) {
            try await answer.expectNext("\(path) with 2")
            try await answer.expectFinish()
        }
        #expect(time.now.offset == .seconds(1) && journal.value == ["renewal"])
        try await session.get("more").record(on: time).expectNext("more with 2")
        #expect(journal.value == ["renewal"])
    }

    @Test("a renewal that fails fails all who wait for it; what else goes wrong needs none")
    func failedRenewal() async throws {
        let session = session(renewing: false)
        let answers = [session.get("orders").record(on: time), session.get("news").record(on: time)]
        for answer in answers { #expect(try await answer.expectFailure() == .offline) }
        #expect(try await session.get("nowhere").record(on: time).expectFailure() == .offline)
        #expect(journal.value == ["renewal"])
    }

    // MARK: Status and progress

    @Test("a status is asked for ten seconds after each answer, and sooner and later again where there is none")
    func polling() async throws {
        let answers = CurrentValueSubject<[String?], Never>(["busy", "busy", nil, nil, "done"])
        let status = Deferred { () -> Answer in
            let next = answers.value.first ?? nil
            answers.update { $0 = Array($0.dropFirst()) }
            guard let next else { return Fail(error: .offline).eraseToAnyPublisher() }
            return Just(next).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
        }
        let shown = polled(status.eraseToAnyPublisher(), on: time).record(on: time)
        try await shown.expectNext("busy")
        // The same after 10 s; nothing after 20 s, nor a second later; two seconds more, and it is done.
        try await shown.expectNext("done", within: .seconds(60))
        #expect(time.now.offset == .seconds(23))
        // From now on there is nothing: after 10 s, and 1, 2, 4 and 5 s more, that is said, and all is over.
        try await shown.expectNext("offline", within: .seconds(60))
        try await shown.expectFinish()
        #expect(time.now.offset == .seconds(45) && time.isIdle)
    }

    @Test("a thousand steps are a dozen, and the last is among them") func progressBar() {
        let bytes = PassthroughSubject<Int, Never>()
        let shown = progress(bytes, of: 1_000, on: time).record(on: time)
        for _ in 1...1_000 {
            bytes.send(1)
            pass(1)
        }
        bytes.send(completion: .finished)
        pass(100)
        #expect((10...12).contains(shown.values.count) && shown.values.last == 100 && shown.isFinished)
    }

    // MARK: Notifications and news

    @Test("a screen follows the settings and the keyboard, whoever posts them and in whatever way") func screen() {
        let hub = NotificationHub()
        let screen = Screen(height: 800, hub: hub)
        hub.post(SettingsChanged(theme: "dark"))
        hub.post(KeyboardWillMove(top: 500))
        #expect(screen.theme == "dark" && screen.bottomInset == 300)
        hub.post(name: SettingsChanged.name, userInfo: ["theme": "high contrast"])
        hub.post(name: KeyboardWillMove.name, userInfo: ["top": 900.0])
        #expect(screen.theme == "high contrast" && screen.bottomInset == 0)
    }

    @Test("a cart hears the news, and neither the bus nor the list of delegates keeps it") func news() {
        let (bus, syncs) = (EventBus(), Multicast<any SyncDelegate>())
        expectReleased {
            let cart = AppCore.Cart(bus: bus, syncs: syncs)
            syncs.notify { $0.syncFinished(3) }
            bus.publish(LoggedOut())
            #expect(cart.items.isEmpty && cart.synced == 3)
            return cart
        }
    }
}
