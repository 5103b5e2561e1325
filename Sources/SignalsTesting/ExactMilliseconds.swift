import Signals

// Messages give times in milliseconds, the tick of the marbles, and to the last digit: a duration's own description
// goes through floating point and shows 99,999 seconds as 99999.99999999999.

extension Duration {
    var exactMilliseconds: String {
        let (whole, rest) = attoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        let sign = attoseconds < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole) ms" }
        let digits = String(rest)
        var fraction = Substring(String(repeating: "0", count: 15 - digits.count) + digits)
        while fraction.last == "0" { fraction.removeLast() }
        return "\(sign)\(whole).\(fraction) ms"
    }
}

extension Duration {
    /// So many times this, or the longest duration there is.
    func multiplied(by count: Int) -> Duration {
        let (product, overflow) = attoseconds.multipliedReportingOverflow(by: Int128(count))
        if overflow { return Duration(attoseconds: (attoseconds < 0) == (count < 0) ? .max : .min) }
        return Duration(attoseconds: product)
    }
}

extension SchedulerInstant {
    var exactMilliseconds: String { offset.exactMilliseconds }
}
