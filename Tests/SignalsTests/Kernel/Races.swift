import Testing

/// Everything that keeps several threads busy, one after another: what runs at the same time would get in its way, and
/// would take the threads that asynchronous tests need.
@Suite(.serialized) enum Races {}
