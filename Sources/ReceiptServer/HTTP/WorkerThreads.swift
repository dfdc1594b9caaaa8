import NIOCore
import NIOPosix

/// The threads that read receipts and write documents, one per processor. Further work waits in a queue.
///
/// Swift's own threads only transfer bytes. So requests without such work, for example `/healthz`, are answered at
/// once, even while other requests produce large documents.
enum WorkerThreads {
  private static let threads = {
    // The pool is never stopped: it exists as long as the process.
    let threads = NIOThreadPool(numberOfThreads: System.coreCount)
    threads.start()
    return threads
  }()

  static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await threads.runIfActive(work)
  }
}
