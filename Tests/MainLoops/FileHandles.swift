import Foundation
import Signals

/// What a file handle has read, as a type.
private struct ReadData: Decodable, Sendable {
    let data: Data

    private enum CodingKeys: String, CodingKey {
        case data = "NSFileHandleNotificationDataItem"
    }
}

extension MainLoops {
    /// Checks what Foundation posts about file handles. On Linux it does so only from the main run loop, so this blocks.
    @MainActor
    static func readFileHandles() throws {
        let (pipe, other) = (try pipe(holding: "one"), try pipe(holding: "other"))
        let (available, ended) = (try self.pipe(holding: "here"), try self.pipe(holding: "all of it"))
        try ended.fileHandleForWriting.close()
        let hub = NotificationHub.default
        let read = FileHandle.readCompletionNotification
        var (raw, typed, both, all): ([String], [String], [String], [String]) = ([], [], [], [])
        var notices = 0
        let handles = [
            hub.publisher(for: read, object: pipe.fileHandleForReading)
                .compactMap { $0.userInfo?[NSFileHandleNotificationDataItem] as? Data }
                .receive(on: .mainImmediate).sink { raw.append(text($0)) },
            hub.publisher(for: read, as: ReadData.self, object: pipe.fileHandleForReading)
                .receive(on: .mainImmediate).sink { typed.append(text($0.data)) },
            hub.publisher(for: read, as: ReadData.self)
                .receive(on: .mainImmediate).sink { both.append(text($0.data)) },
            hub.publisher(
                for: .NSFileHandleReadToEndOfFileCompletion, as: ReadData.self, object: ended.fileHandleForReading
            ).receive(on: .mainImmediate).sink { all.append(text($0.data)) },
            hub.publisher(for: .NSFileHandleDataAvailable, object: available.fileHandleForReading)
                .map { _ in 1 }.receive(on: .mainImmediate).sink { notices += $0 },
        ]
        pipe.fileHandleForReading.readInBackgroundAndNotify()
        other.fileHandleForReading.readInBackgroundAndNotify()
        ended.fileHandleForReading.readToEndOfFileInBackgroundAndNotify()
        available.fileHandleForReading.waitForDataInBackgroundAndNotify()
        runLoop { both.count == 2 && !all.isEmpty && notices > 0 }
        check(raw == ["one"] && typed == ["one"], "what a handle has read arrives for that handle alone")
        check(Set(both) == ["one", "other"], "without a sender it arrives for every handle")
        check(all == ["all of it"], "what was read up to the end arrives")
        check(notices == 1, "that there is data arrives")
        try pipe.fileHandleForWriting.write(contentsOf: Data("two".utf8))
        pipe.fileHandleForReading.readInBackgroundAndNotify()
        runLoop { both.count == 3 }
        check(raw == ["one", "two"] && typed == ["one", "two"], "the stream goes on with the next read")
        withExtendedLifetime(handles) { print("arrived") }
    }

    /// A pipe with `text` in it. The end that wrote it stays open with the pipe.
    private static func pipe(holding text: String) throws -> Pipe {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        return pipe
    }

    private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @MainActor
    private static func runLoop(until isOver: () -> Bool) {
        while !isOver() { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1)) }
    }
}
