import NIOCore
import NIOPosix

/// The threads that read receipts and write documents. Further work waits in a queue for each kind.
///
/// Swift's own threads only transfer bytes. So requests without such work, for example `/healthz`, are answered at
/// once, even while other requests produce large documents. Routes that require no token have threads of their own, so
/// that no queue of theirs is before a request with a token.
final class WorkerThreads: TaskExecutor {
  /// For routes that require a token if the server has tokens.
  static let guarded = WorkerThreads(System.coreCount)
  /// For open routes.
  static let open = WorkerThreads(System.coreCount)
  /// For notifications under certificate chains that were valid before.
  static let knownChains = WorkerThreads(2)
  /// For notifications under other chains.
  static let otherChains = WorkerThreads(2)

  private let pool: NIOThreadPool

  private init(_ count: Int) {
    // The pool is never stopped: it exists as long as the process.
    pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
  }

  func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await pool.runIfActive(work)
  }

  static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await guarded.run(work)
  }

  /// Runs a part of a task, for work that also waits.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
