// Two lines are a program.
import Signals

let subject = PassthroughSubject<String, Never>()
let greeting = subject.map { "Hello, \($0)" }.sink { print($0) }
subject.send("world")
withExtendedLifetime(greeting) {}
