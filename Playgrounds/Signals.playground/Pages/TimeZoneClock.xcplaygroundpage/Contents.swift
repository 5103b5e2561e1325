/*:
 # A clock that follows the time zone

 A view model shows the time in the user's zone. It changes when a minute begins, and at once when the zone changes. The zone is
 read on the main actor only, whoever tells of the change from wherever. Time, the wall clock and the zone are given from outside,
 so this page can test it without waiting.
 */
import Foundation
import Signals
import SignalsTesting

@MainActor
final class TimeZoneClock {
    @Published private(set) var text = ""
    private let scheduler: any MainActorScheduler
    private let wallClock: () -> Date
    private let zone: () -> TimeZone
    private var zoneChanges: AnyCancellable?
    private var nextMinute: AnyCancellable?

    init(
        hub: NotificationHub = .default, scheduler: any MainActorScheduler = .main,
        wallClock: @escaping () -> Date = { Date() }, zone: @escaping () -> TimeZone = { .current }
    ) {
        self.scheduler = scheduler
        self.wallClock = wallClock
        self.zone = zone
        zoneChanges = hub.publisher(for: .NSSystemTimeZoneDidChange)
            .map { _ in () }
            .receive(on: scheduler)
            .sink { [weak self] in self?.update() }
        update()
    }

    private func update() {
        MainActor.preconditionIsolated()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone()
        let now = calendar.dateComponents([.hour, .minute], from: wallClock())
        text = "\(twoDigits(now.hour!)):\(twoDigits(now.minute!))"
        waitForNextMinute()
    }

    // Asking the wall clock each time keeps the updates on minute starts, also when somebody sets it.
    private func waitForNextMinute() {
        let seconds = wallClock().timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
        nextMinute = Just(())
            .delay(for: .seconds(60 - seconds), scheduler: scheduler)
            .sink { [weak self] in self?.update() }
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

//: Virtual time drives the scheduler and the wall clock alike. It is 11:59:30 in Greenwich.
let time = VirtualTimeScheduler()
let start = Date(timeIntervalSince1970: 11 * 3_600 + 59 * 60 + 30)
let zone = CurrentValueSubject<TimeZone, Never>(TimeZone(secondsFromGMT: 0)!)
let hub = NotificationHub()
let clock = TimeZoneClock(
    hub: hub, scheduler: time.main,
    wallClock: { start + Double(time.now.offset.components.seconds) }, zone: { zone.value })
precondition(clock.text == "11:59")

//: What the label shows: the text at first, and each that it changes to.
let shown = clock.$text.record()

//: A minute begins after thirty seconds, and then each sixty.
time.advance(by: .seconds(29))
precondition(shown.values == ["11:59"])
time.advance(by: .seconds(1))
precondition(shown.values == ["11:59", "12:00"])
time.advance(by: .seconds(120))
precondition(shown.values == ["11:59", "12:00", "12:01", "12:02"])
print("on minute starts:", shown.values)

//: A change between them shows at once.
time.advance(by: .seconds(10))
zone.value = TimeZone(secondsFromGMT: 2 * 3_600)!
hub.post(name: .NSSystemTimeZoneDidChange)
time.advance()
precondition(clock.text == "14:02" && shown.values.count == 5)
print("after the journey:", clock.text)

//: A post in the background is safe: the zone is read on the main actor, in its turn.
zone.value = TimeZone(secondsFromGMT: -5 * 3_600)!
let poster = Thread { hub.post(name: .NSSystemTimeZoneDidChange) }
poster.start()
while !poster.isFinished { Thread.sleep(forTimeInterval: 0.001) }
precondition(clock.text == "14:02")
time.advance()
precondition(clock.text == "07:02" && shown.values.count == 6)
time.advance(by: .seconds(50))
precondition(clock.text == "07:03" && shown.values.count == 7)
print("after a post in the background:", clock.text)

//: The same notification as a message of the main actor. Whoever subscribes to it need not think of threads at all, and the
//: system's classic post still reaches it.
struct TimeZoneChanged: MainActorNotificationMessage, Codable {
    static let name = Notification.Name.NSSystemTimeZoneDidChange
}

var changes = 0
let messages = hub.publisher(for: TimeZoneChanged.self).sink { _ in changes += 1 }
hub.post(name: .NSSystemTimeZoneDidChange)
precondition(changes == 1)
hub.post(TimeZoneChanged())
precondition(changes == 2)
print("as a message: \(changes) changes, one classic and one typed")
withExtendedLifetime(messages) {}
