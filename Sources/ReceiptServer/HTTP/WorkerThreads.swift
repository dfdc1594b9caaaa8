import NIOCore
import NIOPosix

/// The threads that read receipts and write documents. Further work waits in a queue for each kind.
///
/// Swift's own threads only transfer bytes. So requests without such work, for example `/healthz`, are answered at
/// once, even while other requests produce large documents. Routes that require no token have threads of their own, so
/// that no queue of theirs is before a request with a token.
enum WorkerThreads: Int, CaseIterable {
  /// For routes that require a token if the server has tokens.
  case guarded
  /// For open routes.
  case open
  /// For notifications under certificate chains that were valid before.
  case knownChains
  /// For notifications under other chains.
  case otherChains

  private static let pools = allCases.map { kind in
    // The pool is never stopped: it exists as long as the process.
    let threads = NIOThreadPool(numberOfThreads: kind.count)
    threads.start()
    return threads
  }

  private var count: Int {
    switch self {
    case .guarded, .open: System.coreCount
    case .knownChains, .otherChains: 2
    }
  }

  func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await Self.pools[rawValue].runIfActive(work)
  }

  static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await guarded.run(work)
  }
}
