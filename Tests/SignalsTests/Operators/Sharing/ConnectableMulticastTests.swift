import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct ConnectableMulticastTests {
    @Test("T53 a connectable publisher gives what comes while it is connected")
    func connect() {
        let source = PassthroughSubject<Int, Never>()
        let connectable = source.makeConnectable()
        let recorder = connectable.record()
        source.send(1)
        let connection = connectable.connect()
        source.send(2)
        connection.cancel()
        source.send(3)
        #expect(recorder.values == [2])
        let another = connectable.connect()
        source.send(4)
        #expect(recorder.values == [2, 4])
        another.cancel()
    }

    @Test("T53 autoconnect connects with the first subscriber and disconnects with the last")
    func autoconnect() {
        let cancels = Protected(0)
        let source = PassthroughSubject<Int, Never>()
        let shared = source.handleEvents(receiveCancel: { cancels.increment() })
            .multicast(subject: PassthroughSubject()).autoconnect()
        let (a, b) = (shared.record(), shared.record())
        source.send(1)
        a.cancel()
        source.send(2)
        b.cancel()
        #expect(cancels.current == 1)
        let c = shared.record()
        source.send(3)
        #expect((a.values, b.values, c.values) == ([1], [1, 2], [3]))
    }

    @Test("C35 connecting twice is connecting once, before the ending and after it", arguments: [false, true])
    func connectTwice(fails: Bool) {
        let begun = Protected(0)
        let source = PassthroughSubject<Int, ScriptError>()
        let connectable = source.handleEvents(receiveSubscription: { _ in begun.increment() })
            .multicast { ReplaySubject(bufferSize: 2) }
        let first = connectable.connect()
        #expect(identity(of: first) == identity(of: connectable.connect()))
        for value in 1...3 { source.send(value) }
        source.send(completion: fails ? .failure(.source) : .finished)
        first.cancel()
        #expect(identity(of: first) == identity(of: connectable.connect()))
        #expect(begun.current == 1)
        let late = connectable.record(demand: .max(1))
        #expect(late.values == [2])
        late.request(.max(1))
        #expect(late.values == [2, 3])
        #expect(late.completion != nil)
        #expect(connectable.autoconnect().record().values == [2, 3])
        #expect(begun.current == 1)
    }

    @Test("the subject is made once, and every subscriber uses it")
    func oneSubject() {
        let made = Protected(0)
        let connectable = [1, 2].publisher.multicast { () -> PassthroughSubject<Int, Never> in
            made.increment()
            return PassthroughSubject()
        }
        let (a, b) = (connectable.record(), connectable.record())
        withExtendedLifetime(connectable.connect()) {}
        #expect((a.values, b.values) == ([1, 2], [1, 2]))
        #expect(made.current == 1)
    }

    @Test("subscribers that leave inside their first value, and ones that come back at the ending, stay in step")
    func reentrant() {
        let cancels = Protected(0)
        let source = PassthroughSubject<Int, Never>()
        let shared = source.handleEvents(receiveCancel: { cancels.increment() }).makeConnectable().autoconnect()
        let recorder = shared.prefix(1).repeat(3).record()
        for value in 1...5 { source.send(value) }
        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.isFinished)
        #expect(cancels.current >= 1)
    }

    private func identity(of connection: any Cancellable) -> ObjectIdentifier {
        ObjectIdentifier(connection as AnyObject)
    }
}
