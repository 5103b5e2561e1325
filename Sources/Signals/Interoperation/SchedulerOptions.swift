import Dispatch

// Combine's options of a queue, so that the compiler says where they belong. None of it is ever called.

extension Never? {
    @available(
        *, unavailable,
        message: "There are no options. Give the queue itself what it needs, as in DispatchQueue.global(qos:)"
    )
    public init(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil
    ) { self = nil }
}
