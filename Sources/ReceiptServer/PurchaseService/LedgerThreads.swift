import NIOPosix
import ReceiptLedger

/// The threads that wait for the ledger, so that the ``WorkerThreads`` continue while a commit reaches the disk. Each
/// kind of work has its own threads, so that one kind does not wait for another.
enum LedgerThreads: Int, CaseIterable {
  case reading
  /// Work that may wait for a lock.
  case writing
  /// Whether the ledger can be written.
  case trying
  /// Decisions on purchases.
  case deciding
  /// Deliveries, for which no client waits.
  case delivering

  private static let pools = allCases.map { kind in
    // The pool is never stopped: it exists as long as the process.
    let threads = NIOThreadPool(numberOfThreads: kind.count)
    threads.start()
    return threads
  }

  private var count: Int {
    switch self {
    case .reading, .writing: 4
    // Of those that decide, one records purchases while the other one numbers the events of the commit before.
    case .deciding, .delivering: 2
    // There is one question at a time (``SharedAnswer``).
    case .trying: 1
    }
  }

  /// Runs work, and passes on its errors unchanged.
  func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await Self.pools[rawValue].runIfActive(work)
  }

  /// Runs work on the ledger, and turns its errors into problems.
  ///
  /// - Parameter log: receives the original error text, which names files; the client gets another text.
  func run<Result: Sendable>(
    reportingTo log: ServerLog?, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    do {
      return try await run(work)
    } catch let error as LedgerError {
      throw Problem(error, log)
    }
  }

  /// Begins work that handles its errors itself.
  func begin(_ work: @escaping @Sendable () -> Void) { Self.pools[rawValue].submit { _ in work() } }
}

extension Problem {
  /// The problem that the client receives.
  ///
  /// - Parameter log: receives the text of errors of the ledger itself.
  init(_ error: LedgerError, _ log: ServerLog?) {
    if let problem = Problem(error) {
      self = problem
    } else {
      log?(.error, error.message.description)
      self = error.code == .erasureKey ? .erasureKey : .ledger
    }
  }

  /// The problem for an error of the client; `nil` for errors of the ledger itself.
  fileprivate init?(_ error: LedgerError) {
    switch error.code {
    case .unusableName:
      self = .body(error.message.description)
    case .unknownAccount:
      self.init(.unknown, "The name is unknown", .notFound, error.message.description)
    case .unavailable:
      self.init(.eventsGone, "The events are not there", .gone, error.message.description)
    case .otherApp, .otherEnvironment, .inaccessible, .notALedger, .newerVersion, .locked, .full, .damaged,
      .unnamedApps,
      .erasureKey, .defect:
      return nil
    }
  }

  /// The ledger cannot be read or written now. If its database is on another machine, a commit may have succeeded
  /// although its answer was lost.
  private static let ledger: Problem = {
    var problem = Problem(
      .ledger, "The ledger is not available", .serviceUnavailable, "the ledger cannot be read or written now",
      hint: "send the request again: what was recorded is recognised; the log of the server says what is wrong")
    problem.fields[.retryAfter] = "5"
    return problem
  }()

  /// The key of erased purchases is missing or a different one, or nothing names it. Sending the request again does not
  /// help.
  private static let erasureKey = Problem(
    .ledger, "The ledger is not available", .serviceUnavailable,
    "the key of erased purchases is missing, not the right one, or not named (--erasure-key)",
    hint: "ask the operator of the server; its log says which")
}
