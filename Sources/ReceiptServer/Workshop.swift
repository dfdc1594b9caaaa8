import NIOCore
import NIOPosix

/// The threads on which receipts are read and documents are written: as many as there are processors. What comes meanwhile waits.
///
/// Swift's own threads only carry bytes, so that whatever does not have to be worked out, `/healthz` for one, is answered at once,
/// however large the documents are that others have asked for.
enum Workshop {
  private static let threads = {
    // Never stopped: it lasts as long as the process.
    let threads = NIOThreadPool(numberOfThreads: System.coreCount)
    threads.start()
    return threads
  }()

  static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await threads.runIfActive(work)
  }
}
