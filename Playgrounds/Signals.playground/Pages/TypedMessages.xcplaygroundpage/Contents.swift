/*:
 # Messages, in both worlds

 A `NotificationMessage` is a notification whose payload has a type. Those who subscribe to the type get values, those who
 observe the name get a notification with a dictionary, and it does not matter who of them posts: an app can go over one
 poster and one observer at a time, in any order.
 */
import Foundation
import Signals

final class Document: Sendable {}

struct DocumentSaved: NotificationMessage, Codable, Hashable {
    typealias Subject = Document
    static let name = Notification.Name("DocumentSaved")
    var title: String
    var byteCount: Int
}

struct DocumentClosed: NotificationMessage, Codable, Hashable {
    typealias Subject = Document
    static let name = Notification.Name("DocumentClosed")
}

let hub = NotificationHub()
let document = Document()
var typed: [DocumentSaved] = []
let subscription = hub.publisher(for: DocumentSaved.self).receive(on: .mainImmediate).sink { typed.append($0) }
let classic = CurrentValueSubject<[String], Never>([])
let observer = hub.center.addObserver(forName: DocumentSaved.name, object: nil, queue: nil) { notification in
    let title = notification.userInfo?["title"] as? String ?? "?"
    classic.update { $0.append(title) }
}

//: The new way to post, and the old one.
hub.post(DocumentSaved(title: "new", byteCount: 120), object: document)
hub.center.post(
    name: DocumentSaved.name, object: document, userInfo: ["title": "old", "byteCount": 80])
precondition(typed.map(\.title) == ["new", "old"])
precondition(classic.value == ["new", "old"])
print("typed subscribers got", typed.map(\.title), "and classic observers", classic.value)
subscription.cancel()
hub.center.removeObserver(observer)

//: A model that observes two messages, one from any sender and one from a single one, and can be stopped and started.
final class Library: Sendable {
    private let hub: NotificationHub
    private let watched: Document
    private let handles = CancellableBag()
    let savedBytes = CurrentValueSubject<Int, Never>(0)
    let isOpen = CurrentValueSubject<Bool, Never>(true)

    init(hub: NotificationHub, watching document: Document) {
        self.hub = hub
        watched = document
    }

    func start() {
        hub.publisher(for: DocumentSaved.self)
            .map(\.byteCount)
            .sink { [savedBytes] count in savedBytes.value += count }
            .store(in: handles)
        hub.publisher(for: DocumentClosed.self, object: watched)
            .sink { [isOpen] _ in isOpen.value = false }
            .store(in: handles)
    }

    func stop() {
        handles.removeAll()
    }
}

let library = Library(hub: hub, watching: document)
hub.post(DocumentSaved(title: "before", byteCount: 1), object: document)
library.start()
hub.post(DocumentSaved(title: "a", byteCount: 10), object: document)
hub.post(DocumentSaved(title: "b", byteCount: 100), object: Document())
hub.post(DocumentClosed(), object: Document())
precondition(library.savedBytes.value == 110 && library.isOpen.value)
library.stop()
hub.post(DocumentSaved(title: "c", byteCount: 1_000), object: document)
precondition(library.savedBytes.value == 110)
library.start()
hub.post(DocumentClosed(), object: document)
precondition(!library.isOpen.value)
print("saved \(library.savedBytes.value) bytes while started, and the watched document is closed")
