import Signals

/// Fails the test unless the object that `body` makes is gone when that has ended.
///
/// ```swift
/// expectReleased {
///     let model = SearchModel(scheduler: scheduler)
///     model.query = "swift"
///     scheduler.advance(by: .seconds(1))
///     return model
/// }
/// ```
///
/// - Returns: Whether it is gone.
@discardableResult
public func expectReleased<Object: AnyObject>(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ body: () throws -> Object
) rethrows -> Bool {
    try expectReleased(fileID: fileID, filePath: filePath, line: line, column: column) { watch in
        watch(try body())
    }
}

/// Fails the test unless all objects that `body` hands over to be watched are gone when that has ended.
///
/// ```swift
/// expectReleased { watch in
///     let model = SearchModel(service: watch(FakeService()))
///     watch(model)
/// }
/// ```
///
/// The failure names the types of those that are still there, at the caller's line.
///
/// - Returns: Whether all are gone.
@discardableResult
public func expectReleased(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ body: (ReleaseWatch) throws -> Void
) rethrows -> Bool {
    let watch = ReleaseWatch()
    #if canImport(ObjectiveC)
    try autoreleasepool { try body(watch) }
    #else
    try body(watch)
    #endif
    let kept = watch.kept
    if !kept.isEmpty {
        TestFailure.report(
            "not released: \(kept.joined(separator: ", "))",
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    return kept.isEmpty
}

/// Looks after objects that are to be released; see `expectReleased`.
public final class ReleaseWatch {
    private struct Entry {
        weak var object: AnyObject?
        let name: String
    }

    private var entries: [Entry] = []

    /// Watches an object, and returns it.
    @discardableResult
    public func callAsFunction<Object: AnyObject>(_ object: Object) -> Object {
        entries.append(Entry(object: object, name: "\(type(of: object))"))
        return object
    }

    fileprivate var kept: [String] { entries.filter { $0.object != nil }.map(\.name) }
}
