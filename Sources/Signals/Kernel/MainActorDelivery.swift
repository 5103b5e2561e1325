extension Publishers {
    /// What an operator becomes that delivers on the main actor although not all that it is made of does: it has a
    /// ``MainActorScheduler``, say.
    @frozen
    public struct MainActorDelivery<Base: Publisher>: MainActorPublisher {
        public typealias Output = Base.Output
        public typealias Failure = Base.Failure

        @usableFromInline let base: Base
        @usableFromInline let home: DeliveryHome

        /// - Parameter base: A publisher all of whose deliveries go through `scheduler`.
        @inlinable
        init(_ base: Base, on scheduler: some MainActorScheduler) {
            self.base = base
            home = DeliveryHome(scheduler)
        }

        /// - Parameter base: A publisher that delivers at `home`.
        @inlinable
        init(_ base: Base, home: DeliveryHome) {
            self.base = base
            self.home = home
        }

        @inlinable public var _home: DeliveryHome? { home }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            base.receive(subscriber: subscriber)
        }
    }
}
