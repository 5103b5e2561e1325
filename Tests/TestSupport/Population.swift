/// Counts how many of its members are alive: to be kept by closures and values that somebody has to let go of.
package final class Population: Sendable {
    private let living = Protected(0)

    package init() {}

    package var count: Int { living.current }

    /// A new member.
    package func member() -> Member {
        living.increment()
        return Member(of: self)
    }

    package final class Member: Sendable {
        private let population: Population

        fileprivate init(of population: Population) { self.population = population }

        deinit { population.living.withValue { $0 -= 1 } }

        /// Keeps the member alive in a closure that calls this.
        package func touch() {}
    }
}
