/// Lets a number of tasks at a time pass.
actor Turnstile {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ limit: Int) { free = limit }

    /// Runs `body` once there is room for it.
    nonisolated func pass<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
        await enter()
        do {
            let result = try await body()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            // The place is handed on: it is never free in between.
            waiting.removeFirst().resume()
        }
    }
}
