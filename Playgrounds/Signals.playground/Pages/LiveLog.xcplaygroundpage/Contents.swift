/*:
 # LiveLog

 Counts and times what a command prints, or what comes through a pipe, while it comes.

     swift run LiveLog                    a sample command, which writes in bursts
     swift run LiveLog make -j8           a command of your own
     journalctl | swift run LiveLog       what comes through a pipe
     swift run LiveLog < access.log       a file
     swift run LiveLog --help             this list

 Foundation's `FileHandle` reads in the background, and tells of what it has read in notifications whose `userInfo` holds
 the bytes. A `NotificationHub` makes typed chunks of them, and the chains below make lines, batches and pauses of those,
 for a model that lives on the main actor.
 */
import Foundation
import Signals

let input = Input(arguments: CommandLine.arguments.dropFirst())
let model = LogModel(of: input.name)
let chunks = NotificationHub.default.publisher(for: Chunk.self, object: input.handle)

//: Chunks are cut anywhere, lines are not. Those of one window of time reach the model together.
let gathering =
    chunks
    .apply(LineSplitter())
    .collect(byTime: LogModel.window, scheduler: .main)
    .sink(receiveCompletion: { _ in model.finish() }, receiveValue: { model.add($0) })

//: A chunk that no other one follows for a while is the last one before a pause.
let pausing =
    chunks
    .debounce(for: .milliseconds(300), scheduler: .main)
    .sink { _ in model.pause() }

//: Only when a chunk has been through the chains above is the next one read. So whoever writes faster than this program
//: counts has to wait, and its memory stays small.
let reading =
    chunks
    .receive(on: .mainImmediate)
    .sink { input.readOn(after: $0) }

input.start()
while !model.isFinished { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
print(model.report())
exit(input.end())

// MARK: - Messages

/// What a file handle has read, typed: without bytes it is the end of the input, and so it is with an error.
struct Chunk: NotificationMessage {
    static let name = FileHandle.readCompletionNotification
    static let errorKey = "NSFileHandleError"

    var bytes = Data()
    var errorCode: Int?

    var isLast: Bool { bytes.isEmpty || errorCode != nil }

    static func makeMessage(_ notification: Notification) throws -> Chunk? {
        let items = notification.userInfo ?? [:]
        let bytes = items[NSFileHandleNotificationDataItem] as? Data
        let errorCode = items[errorKey] as? Int
        if bytes == nil, errorCode == nil { throw CocoaError(.coderValueNotFound) }
        return Chunk(bytes: bytes ?? Data(), errorCode: errorCode)
    }

    static func makeNotification(_ chunk: Chunk) -> Notification {
        var items: [String: Any] = [NSFileHandleNotificationDataItem: chunk.bytes]
        items[errorKey] = chunk.errorCode
        return Notification(name: name, object: nil, userInfo: items)
    }
}

/// A line, measured. Lines may be longer than the memory of this machine, so only the beginning is kept as it was.
struct Line: Sendable {
    private(set) var length = 0
    private(set) var beginning = Data()
    /// Whether a newline has ended it, which is what `wc -l` counts.
    var isFinished = false

    mutating func append(_ bytes: Data) {
        if beginning.isEmpty { beginning = bytes.prefix(160) }
        length += bytes.count
    }

    /// How it begins, on one line of a terminal.
    var excerpt: String { String(decoding: beginning, as: UTF8.self).onOneLine(40) }
}

extension String {
    /// As many characters as fit into so many columns, without those that a terminal would obey.
    fileprivate func onOneLine(_ columns: Int) -> String {
        let visible = String(unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? " " : Character($0) })
        if visible.width <= columns { return visible }
        var (fitting, width) = ("", 2)
        for character in visible {
            width += String(character).width
            if width > columns { break }
            fitting.append(character)
        }
        return fitting + "…"
    }

    /// How many columns this takes at most. Terminals do not agree on signs beyond the European and Semitic scripts, but
    /// give none of them more than two.
    private var width: Int { unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) } }
}

extension Int {
    /// This many of something: 1 line, 2 lines.
    fileprivate func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

/// An operator of this page's own, which keeps the line that a chunk has left unfinished until the next one comes.
struct LineSplitter: Operator {
    func makeState() -> Line { Line() }

    func next(_ chunk: Chunk, _ line: inout Line) throws(Never) -> Step<[Line]> {
        var lines: [Line] = []
        var rest = chunk.bytes
        while let newline = rest.firstNewline {
            line.append(rest[..<newline])
            line.isFinished = true
            lines.append(line)
            line = Line()
            rest = rest[(newline + 1)...]
        }
        line.append(rest)
        guard chunk.isLast else { return lines.isEmpty ? .skip : .emit(lines) }
        if line.length > 0 { lines.append(line) }
        return lines.isEmpty ? .finish : .last(lines)
    }
}

extension Data {
    /// Where the first newline is. (`firstIndex(of:)` looks at 200 MB for six seconds in a debug build.)
    fileprivate var firstNewline: Index? {
        withUnsafeBytes { memory in
            guard let start = memory.baseAddress, let place = memchr(start, 0x0A, memory.count) else { return nil }
            return startIndex + start.distance(to: place)
        }
    }
}

// MARK: - The model

/// What is known of the input, on the main actor, where a user interface would look at it.
@MainActor
final class LogModel {
    static let window = Duration.milliseconds(50)
    private static let labelWidth = 17

    private(set) var isFinished = false
    private var lines = 0
    private var bytes = 0
    private var unfinished: Line?
    private var longest: Line?
    private var batches = 0
    private var pauses = 0
    private var busiest: (lines: Int, end: Duration)?
    private var timeline = Timeline()
    private let name: String
    private let start = MainScheduler().now

    private var time: Duration { start.duration(to: MainScheduler().now) }
    private var counts: String { "\(lines.of("line")), \(bytes.of("byte"))" }
    private var rate: String {
        let rate = Double(bytes) / 1e6 / max(time / .seconds(1), 1e-6)
        return String(format: rate < 10 ? "%.3f MB/s" : "%.0f MB/s", rate)
    }

    init(of name: String) {
        self.name = name
        show("waiting for \(name)")
    }

    /// Takes the lines of one window of time, as they came out of the chunks.
    func add(_ batch: [[Line]]) {
        for chunk in batch {
            for line in chunk { add(line) }
        }
        let count = batch.reduce(0) { $0 + $1.count(where: \.isFinished) }
        batches += 1
        timeline.add(count, at: time)
        if count > busiest?.lines ?? 0 { busiest = (count, time) }
        show("\(counts), \(rate)  \(batch.last?.last?.excerpt ?? "")")
    }

    private func add(_ line: Line) {
        bytes += line.length
        if line.isFinished {
            lines += 1
            bytes += 1
        } else {
            unfinished = line
        }
        if line.length > longest?.length ?? -1 { longest = line }
    }

    func pause() {
        pauses += 1
        show("\(counts)  (quiet)")
    }

    func finish() {
        isFinished = true
        show("")
    }

    /// Writes over the live line, which there is on a terminal only.
    private func show(_ text: String) {
        guard let columns = Terminal.columns else { return }
        // The last column stays free: a terminal may begin a new row as soon as that is written.
        print("\r\u{1B}[K\(text.onOneLine(columns - 1))", terminator: "")
        fflush(nil)
    }

    func report() -> String {
        var rows = [("input", name), ("lines", "\(lines)"), ("bytes", "\(bytes)")]
        if let unfinished { rows.append(("unfinished line", "\(unfinished.length.of("byte"))  \(unfinished.excerpt)")) }
        rows.append(("batches", "\(batches)"))
        if let longest { rows.append(("longest line", "\(longest.length.of("byte"))  \(longest.excerpt)")) }
        if let busiest {
            let window = "busiest \(Int(Self.window / .milliseconds(1))) ms"
            rows.append((window, "\(busiest.lines.of("line")) after \(busiest.end.inSeconds)"))
        }
        rows += [("pauses", "\(pauses)"), ("time", time.inSeconds), ("rate", rate)]
        let columns = Terminal.columns ?? 100
        rows = rows.map { ($0, $1.onOneLine(max(10, columns - Self.labelWidth))) }
        // With room for the number at the end of the axis.
        let picture = timeline.picture(columns: max(10, min(60, columns - Self.labelWidth - 7)))
        rows += picture.enumerated().map { ($0 == 0 ? "timeline" : "", $1) }
        return rows.map { $0.padding(toLength: Self.labelWidth, withPad: " ", startingAt: 0) + $1 }
            .joined(separator: "\n")
    }
}

/// How many lines came when, in at most sixty columns, which get wider as time goes on.
struct Timeline {
    private var width = Duration.milliseconds(100)
    private var counts: [Int] = []

    mutating func add(_ count: Int, at time: Duration) {
        while time >= width * 60 { widen() }
        let column = Int(time / width)
        counts += Array(repeating: 0, count: max(0, column + 1 - counts.count))
        counts[column] += count
    }

    private mutating func widen() {
        width *= 2
        counts = stride(from: 0, to: counts.count, by: 2).map { counts[$0...].prefix(2).reduce(0, +) }
    }

    func picture(columns: Int) -> [String] {
        var fitting = self
        while fitting.counts.count > columns { fitting.widen() }
        return fitting.picture
    }

    private var picture: [String] {
        guard let most = counts.max(), most > 0 else { return ["(no lines)"] }
        let heights: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        let bars = counts.map { heights[($0 * 8 + most - 1) / most] }
        let axis = (0...counts.count).map { $0 % 10 == 0 ? "┬" : "─" }.joined()
        let places = stride(from: 0, through: counts.count, by: 10)
        let labels = places.reduce("") { row, place in
            row.padding(toLength: place, withPad: " ", startingAt: 0) + (width * place).inSeconds
        }
        return [String(bars), axis, labels, "█ is \(most.of("line")) in \(width.inSeconds)"]
    }
}

/// The terminal that standard output goes to, if it goes to one.
enum Terminal {
    static var columns: Int? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}

extension Duration {
    fileprivate var inSeconds: String { String(format: "%.1f s", self / .seconds(1)) }
}

// MARK: - The input

/// Where the bytes come from: a command that this program runs, or its own standard input.
@MainActor
final class Input {
    let name: String
    let handle: FileHandle
    private let command: Process?
    private var errorCode: Int?
    private var hasEnded = false
    private var isInterrupted = false
    private let waiting = DispatchQueue(label: "LiveLog.waiting")
    private let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)

    private static let sample = """
        for burst in 1 2 3; do
            for count in 2 9 20 34 50 41 26 15 7 3; do
                for line in $(seq $count); do echo "burst $burst: line $line of $count"; done
                sleep 0.05
            done
            sleep 0.4
        done
        """

    private static let usage = """
        Counts and times what a command prints, or what comes through a pipe, while it comes.

          LiveLog                    a sample command, which writes in bursts
          LiveLog make -j8           a command of your own
          LiveLog -- -x              one whose name begins with a dash
          journalctl | LiveLog       what comes through a pipe
          LiveLog < access.log       a file

        """

    init(arguments: ArraySlice<String>) {
        if ["-h", "--help"].contains(arguments.first) {
            print(Self.usage, terminator: "")
            exit(0)
        }
        if let option = arguments.first, option.hasPrefix("-"), option != "--" {
            Self.complain("there is no option \(option)\n\n\(Self.usage)", end: "")
            exit(64)
        }
        let words = arguments.first == "--" ? arguments.dropFirst() : arguments
        if !words.isEmpty {
            name = words.joined(separator: " ").onOneLine(60)
            command = Self.command(Array(words))
        } else if Self.isGivenStandardInput {
            name = "standard input"
            command = nil
        } else {
            name = "a sample command"
            command = Self.command(["sh", "-c", Self.sample])
        }
        handle = (command?.standardOutput as? Pipe)?.fileHandleForReading ?? .standardInput
    }

    /// Whether standard input is something, and neither a terminal nor /dev/null.
    private static var isGivenStandardInput: Bool {
        var (input, null) = (stat(), stat())
        guard fstat(STDIN_FILENO, &input) == 0, stat("/dev/null", &null) == 0 else { return false }
        return isatty(STDIN_FILENO) == 0 && (input.st_mode & S_IFMT != S_IFCHR || input.st_rdev != null.st_rdev)
    }

    private static func command(_ words: [String]) -> Process {
        guard let program = program(words[0]) else {
            complain("there is no command \(words[0])")
            exit(127)
        }
        let command = Process()
        command.executableURL = URL(fileURLWithPath: program)
        command.arguments = Array(words.dropFirst())
        command.standardOutput = Pipe()
        // It leads a process group of its own, which may not read from the terminal.
        if isatty(STDIN_FILENO) == 1 { command.standardInput = FileHandle.nullDevice }
        return command
    }

    /// The program of that name, where a shell would look for it.
    private static func program(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        let places = name.contains("/") ? [name] : folders.split(separator: ":").map { "\($0)/\(name)" }
        return places.first { place in
            var isFolder = ObjCBool(false)
            return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) && !isFolder.boolValue
                && FileManager.default.isExecutableFile(atPath: place)
        }
    }

    func start() {
        // Not ignored, which the command would inherit.
        signal(SIGINT) { _ in }
        interrupts.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.interrupt() } }
        interrupts.activate()
        do {
            try command?.run()
        } catch {
            Self.complain("\(name) could not be run: \(error.localizedDescription)")
            exit(127)
        }
        read()
    }

    /// Reads in the background, once there is something to read.
    ///
    /// The handle could do the waiting too. But on Linux (Swift 6.3) Dispatch may crash when a pipe ends while it waits.
    private func read() {
        let descriptor = handle.fileDescriptor
        waiting.async {
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&wanted, 1, -1) < 0, errno == EINTR {}
            DispatchQueue.main.async { self.handle.readInBackgroundAndNotify() }
        }
    }

    func readOn(after chunk: Chunk) {
        hasEnded = chunk.isLast
        errorCode = chunk.errorCode
        if !hasEnded { read() }
    }

    /// What Ctrl-C does: the command gets it too, and what it still writes is read. Where there is no command, or it goes
    /// on for all that, the input ends here.
    private func interrupt() {
        defer { isInterrupted = true }
        if let command, !isInterrupted {
            kill(-command.processIdentifier, SIGINT)
        } else if hasEnded {
            exit(130)
        } else {
            NotificationHub.default.post(Chunk(), object: handle)
        }
    }

    /// Waits for the command, says so if something went wrong, and returns the status to exit with.
    func end() -> Int32 {
        if isInterrupted { return 130 }
        if let errorCode {
            Self.complain("\(name) could not be read: \(String(cString: strerror(Int32(errorCode))))")
            return 1
        }
        guard let command else { return 0 }
        command.waitUntilExit()
        let status = command.terminationStatus
        if command.terminationReason == .uncaughtSignal {
            Self.complain("\(name) was ended by signal \(status)")
            return 128 + status
        }
        if status != 0 { Self.complain("\(name) exited with status \(status)") }
        return status
    }

    private static func complain(_ message: String, end: String = "\n") {
        fflush(nil)
        FileHandle.standardError.write(Data("LiveLog: \(message)\(end)".utf8))
    }
}
