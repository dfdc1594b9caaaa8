import ReceiptKit
import ReceiptLedger

/// Records purchases. Requests that arrive while a commit reaches the disk wait, and are committed together.
///
/// Events of a ledger on another machine get their numbers in a second commit. That commit runs in parallel with the
/// next decisions, and covers everything that was decided while the previous one ran.
final class PurchaseWriter: Sendable {
  private typealias Continuation = CheckedContinuation<Decision?, any Error>
  private typealias Waiting = (presentation: Presentation, continuation: Continuation)
  private typealias Recorded = (continuations: [Continuation], decisions: RecordedDecisions)

  private let service: ServiceSettings
  private let clock: @Sendable () -> Instant
  private let log: ServerLog?
  private let onRecorded: @Sendable () -> Void
  /// The waiting requests, with the maximum number of requests per commit.
  private let requests = Batcher<Waiting>(atMost: 500, on: .deciding)
  private let recorded = Batcher<Recorded>(atMost: 500, on: .deciding)

  /// - Parameter onRecorded: called after commits, before their requests are answered.
  init(_ service: ServiceSettings, _ settings: ServerSettings, onRecorded: @escaping @Sendable () -> Void) {
    self.service = service
    clock = settings.clock
    log = settings.log
    self.onRecorded = onRecorded
  }

  /// Decides on a request.
  ///
  /// - Returns: the decision, which is on disk; `nil` if the request's key was used before with another body.
  /// - Throws: a ``Problem``.
  func decide(_ presentation: Presentation) async throws -> Decision? {
    try await withCheckedThrowingContinuation { requests.add((presentation, $0), work: record) }
  }

  private func record(_ batch: [Waiting]) {
    do {
      let decisions = try service.ledger.record(batch.map(\.presentation), rules: service.rules, now: clock())
      recorded.add((batch.map(\.continuation), decisions), work: answer)
    } catch let error as LedgerError {
      let problem = Problem(error, log)
      if problem.status == .badRequest, batch.count > 1 {
        // One of the requests is at fault, so each request is decided separately. This is not done if the ledger is
        // unavailable, because each request would wait for it.
        for waiting in batch { record([waiting]) }
      } else {
        for waiting in batch { waiting.continuation.resume(throwing: problem) }
      }
    } catch {
      for waiting in batch { waiting.continuation.resume(throwing: error) }
    }
  }

  /// Returns decisions with the numbers of their events.
  private func answer(_ recorded: [Recorded]) {
    let continuations = recorded.flatMap(\.continuations)
    do {
      let decisions = try service.ledger.numbered(recorded.map(\.decisions)).joined()
      onRecorded()
      for (continuation, decision) in zip(continuations, decisions) { continuation.resume(returning: decision) }
    } catch {
      let problem = (error as? LedgerError).map { Problem($0, log) }
      for continuation in continuations { continuation.resume(throwing: problem ?? error) }
    }
  }
}
