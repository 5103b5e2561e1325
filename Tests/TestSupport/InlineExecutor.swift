/// A task executor that runs each job at once, on the thread that queues it.
///
/// With it a task runs as far as it can before whoever started or resumed it goes on, so asynchronous code can be tested
/// step by step. Jobs nest, which is good enough for a test.
package final class InlineExecutor: TaskExecutor {
    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}
