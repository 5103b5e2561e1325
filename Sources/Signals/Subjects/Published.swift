/// A property of a class that publishes its changes.
///
/// ```swift
/// @MainActor
/// final class Counter {
///     @Published var count = 0
/// }
///
/// let handle = counter.$count.sink { print("about to become", $0) }
/// ```
///
/// `$count` gives the present value to each new subscriber, and then each value *before* the property takes it: who reads
/// the property meanwhile sees the old one. `$count.didSet` gives each value when the property has it. In a class that is
/// an ``ObservableObject``, its `objectWillChange` is told first.
///
/// A change made while another is being announced, say by a subscriber, is announced next. It can be read back at once,
/// so what the property is in the end is what was announced last.
///
/// The class may be one of the main actor or a plain one. What `$count` gives may be used from any thread, which is why
/// the value has to be `Sendable`; it is delivered on the thread that sets the property.
@propertyWrapper
public struct Published<Value: Sendable>: Sendable {
    @usableFromInline let storage: PropertyStorage<Value>

    public init(wrappedValue: Value) {
        storage = PropertyStorage(wrappedValue)
    }

    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    @available(*, unavailable, message: "@Published is for properties of classes")
    public var wrappedValue: Value {
        get { storage.value }
        set { storage.set(newValue) }
    }

    /// The publisher of the property's values. It can be assigned to for the sake of `assign(to: &$property)`; as in Combine
    /// another property's publisher changes nothing, and the two stay apart.
    public var projectedValue: Publisher {
        get { Publisher(storage: storage, moment: .willSet) }
        set {}
    }

    @inlinable
    public static subscript<Object: AnyObject>(
        _enclosingInstance object: Object, wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
        storage storage: ReferenceWritableKeyPath<Object, Self>
    ) -> Value {
        get { object[keyPath: storage].storage.value }
        set { object[keyPath: storage].storage(in: object).set(newValue) }
    }

    @inlinable
    public static subscript<Object: AnyObject>(
        _enclosingInstance object: Object, projected projected: ReferenceWritableKeyPath<Object, Publisher>,
        storage storage: ReferenceWritableKeyPath<Object, Self>
    ) -> Publisher {
        get { Publisher(storage: object[keyPath: storage].storage(in: object), moment: .willSet) }
        set {}
    }

    @inlinable
    func storage(in object: AnyObject) -> PropertyStorage<Value> {
        storage.belongs(to: object)
        return storage
    }

    /// The publisher of a property's values.
    public struct Publisher: Signals.Publisher {
        public typealias Output = Value
        public typealias Failure = Never

        @usableFromInline enum Moment: Sendable { case willSet, didSet }

        @usableFromInline let storage: PropertyStorage<Value>
        @usableFromInline let moment: Moment

        @inlinable
        init(storage: PropertyStorage<Value>, moment: Moment) {
            self.storage = storage
            self.moment = moment
        }

        /// The same values, each given when the property has it.
        public var didSet: Publisher { Publisher(storage: storage, moment: .didSet) }

        @inlinable
        public func receive<S: Subscriber<Value, Never>>(subscriber: S) {
            switch moment {
            case .willSet: storage.willSet(name: Published.self).subscribe(subscriber)
            case .didSet: storage.didSet(name: Published.self).subscribe(subscriber)
            }
        }
    }
}

extension Publisher where Failure == Never, Output: Sendable {
    /// Sets a published property to each value, for as long as the object exists that it belongs to.
    ///
    /// ```swift
    /// names.receive(on: .main).assign(to: &model.$name)
    /// ```
    ///
    /// The property is set on the thread that this publisher delivers on, so for an object of the main actor put
    /// `receive(on: .main)` before it. Nothing needs to be kept, and the object is not kept either.
    @inlinable
    public func assign(to published: inout Published<Output>.Publisher) {
        published.storage.follow(self)
    }
}
