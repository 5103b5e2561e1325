// Two functions cannot differ in the main actor of a closure alone: a label for the scheduler tells them apart.
import Signals

struct Bus {
    func subscribe(_ handler: @escaping @Sendable (Int) -> Void) {}
    // refused: func subscribe(_ handler: @escaping @MainActor (Int) -> Void) {}
    // error: invalid redeclaration of 'subscribe'
    func subscribe(on scheduler: some MainActorScheduler, _ handler: @escaping @MainActor (Int) -> Void) {}
}
