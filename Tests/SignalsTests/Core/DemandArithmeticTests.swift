import Foundation
import Signals
import Testing

@Suite struct DemandArithmeticTests {
    private typealias Demand = Subscribers.Demand

    @Test("arithmetic saturates and is never negative (C68)")
    func arithmetic() {
        let most = Demand.max(.max)
        let table: [(Demand, Demand)] = [
            (most + .max(1), .unlimited), (most + 1, .unlimited), (most + most, .unlimited),
            (.unlimited + .max(1), .unlimited), (.unlimited + .unlimited, .unlimited),
            (.unlimited - .max(1), .unlimited), (.unlimited - .unlimited, .unlimited), (.unlimited - 5, .unlimited),
            (.max(1) - .unlimited, .none), (most - .unlimited, .none), (.max(1) - .max(5), .none),
            (.max(1) - 5, .none), (.max(5) - .max(1), .max(4)), (.max(5) + (-2), .max(3)), (.max(5) - (-2), .max(7)),
            (.max(1) + (-5), .none), (.max(1) + Int.min, .none), (.max(1) - Int.min, .unlimited),
            (.max(3) * Int.max, .unlimited), (.max(3) * 2, .max(6)), (.unlimited * 2, .unlimited),
            (.unlimited * 0, .none), (.none * Int.max, .none), (most * 1, most), (.max(0), .none),
        ]
        for (index, (result, expected)) in table.enumerated() { #expect(result == expected, "row \(index)") }
        var demand = Demand.max(2)
        demand += .max(3)
        demand -= 1
        demand *= 2
        #expect(demand == .max(8))
        demand += 1
        demand -= .unlimited
        #expect(demand == .none)
    }

    @Test("unlimited is greater than every number (C68)")
    func comparison() {
        #expect(Demand.unlimited > .max(.max))
        #expect(Demand.unlimited > Int.max)
        #expect(Demand.unlimited != .max(.max))
        #expect(!(Demand.unlimited == Int.max))
        #expect(Demand.unlimited.max == nil)
        #expect(Demand.max(.max).max == .max)
        #expect(Demand.max(3) > 2)
        #expect(Demand.max(3) >= 3)
        #expect(Demand.max(3) < 4)
        #expect(Demand.max(3) <= 3)
        #expect(Demand.none > -1)
        #expect([Demand.unlimited, .max(2), .none].sorted() == [.none, .max(2), .unlimited])
    }

    @Test("it survives coding and hashing, and prints as it is written (C68)", arguments: [0, 1, Int.max, nil])
    func coding(count: Int?) throws {
        let demand = count.map(Demand.max) ?? .unlimited
        let data = try JSONEncoder().encode([demand])
        #expect(try JSONDecoder().decode([Demand].self, from: data) == [demand])
        #expect(Set([demand, demand]).count == 1)
        #expect("\(demand)" == (count.map { "max(\($0))" } ?? "unlimited"))
    }
}
