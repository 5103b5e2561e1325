// A model of the main actor is made of these without any glue: assign, loops, actors, futures and sequences.
import Signals

actor Store {
    var names: [String] = []

    func add(_ name: String) { names.append(name) }
    func count() -> Int { names.count }
}

@MainActor
final class PeopleModel: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    @Published var query = ""
    @Published private(set) var count = 0
    private var last = ""
    private let bag = CancellableBag()

    init(names: some AsyncSequence<String, Never> & Sendable, store: Store) {
        names.publisher.sink(on: store) { (store: isolated Store, name) in store.add(name) }.store(in: bag)
        names.publisher.receive(on: .main).assign(to: \.last, on: self).store(in: bag)
        $query.asyncMap(maxTasks: .max(1)) { _ in await store.count() }.receive(on: .main).assign(to: &$count)
        Future { await store.count() }.receive(on: .main).sink { [weak self] in self?.count = $0 }.store(in: bag)
        $count.didSet.receive(on: .mainImmediate).sink { [weak self] _ in self?.show() }.store(in: bag)
    }

    func run() async {
        for await count in $count.removeDuplicates().values { print(query, last, count) }
    }

    private func show() { print(count) }
}
