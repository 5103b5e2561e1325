import Dispatch
import Foundation

/// Tells whether the running code is on the main actor.
///
/// `Thread.isMainThread` alone does not tell: the main queue may be served by another thread, which it is on Linux once
/// an async `main` has suspended for the first time. So the main queue carries a mark.
@usableFromInline
package enum MainActorContext {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    @usableFromInline package static var isCurrent: Bool {
        Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true
    }

    /// Makes a function of the main actor callable from code that is there without the compiler knowing.
    ///
    /// - Parameter name: Who calls, for the message with which a call from elsewhere traps.
    @usableFromInline
    package static func assuming<Input, Result>(
        _ name: StaticString, _ body: @escaping @MainActor @Sendable (Input) -> Result
    ) -> @Sendable (Input) -> Result {
        // Sound: the isolation is checked before each call, and is all that the two types differ in.
        let unchecked = unsafeBitCast(body, to: (@Sendable (Input) -> Result).self)
        return { input in
            // Not `MainActor.preconditionIsolated`, which on Linux stops inside of Dispatch without any message.
            if !isCurrent { refuse(name) }
            return unchecked(input)
        }
    }

    private static func refuse(_ name: StaticString) -> Never {
        fatalError(
            "\(name) delivers on the main actor, but was called from elsewhere. "
                + "What conforms to MainActorPublisher or MainActorScheduler must not do that.")
    }
}
