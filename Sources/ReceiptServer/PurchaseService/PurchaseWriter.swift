import ReceiptKit
import ReceiptLedger

/// Records purchases. What arrives while a commit reaches the disk waits, and is committed together.
actor PurchaseWriter {
  private typealias Waiting = (request: PurchaseRequest, continuation: CheckedContinuation<Decision?, any Error>)

  /// The most requests of one commit.
  private static let batch = 500

  private let service: ServiceSettings
  private let clock: @Sendable () -> Instant
  private let log: (@Sendable (String) -> Void)?
  private var waiting: [Waiting] = []
  private var isWriting = false

  init(_ service: ServiceSettings, clock: @escaping @Sendable () -> Instant, log: (@Sendable (String) -> Void)?) {
    (self.service, self.clock, self.log) = (service, clock, log)
  }

  /// Decides on a request.
  ///
  /// - Returns: the decision, which is on disk; `nil` if the request's key was used before with another body.
  /// - Throws: a ``Problem``; then nothing was recorded.
  func decide(_ request: PurchaseRequest) async throws -> Decision? {
    try await withCheckedThrowingContinuation { continuation in
      waiting.append((request, continuation))
      guard !isWriting else { return }
      isWriting = true
      Task { await write() }
    }
  }

  private func write() async {
    while !waiting.isEmpty {
      let batch = Array(waiting.prefix(Self.batch))
      waiting.removeFirst(batch.count)
      do {
        let decisions = try await commit(batch.map(\.request))
        for (waiting, decision) in zip(batch, decisions) { waiting.continuation.resume(returning: decision) }
      } catch let problem as Problem where problem.status == .badRequest && batch.count > 1 {
        // The fault is one request's: each by itself. Where the ledger is not available, each would wait for it.
        for waiting in batch {
          do {
            waiting.continuation.resume(returning: try await commit([waiting.request])[0])
          } catch {
            waiting.continuation.resume(throwing: error)
          }
        }
      } catch {
        for waiting in batch { waiting.continuation.resume(throwing: error) }
      }
    }
    isWriting = false
  }

  private func commit(_ requests: [PurchaseRequest]) async throws -> [Decision?] {
    try await LedgerThreads.run(log, isWriting: true) { [service, clock] in
      try service.ledger.decide(requests, rules: service.rules, now: clock())
    }
  }
}
