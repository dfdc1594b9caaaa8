import NIOCore
import NIOPosix

/// The threads that read receipts and write documents: one for each processor. Other work waits in a queue.
///
/// Swift's own threads only transfer bytes. So requests without such work, for example `/healthz`, are answered at
/// once, however large the documents of other requests are.
enum WorkerThreads {
  private static let threads = {
    // Never stopped: it lives as long as the process.
    let threads = NIOThreadPool(numberOfThreads: System.coreCount)
    threads.start()
    return threads
  }()

  static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await threads.runIfActive(work)
  }
}
