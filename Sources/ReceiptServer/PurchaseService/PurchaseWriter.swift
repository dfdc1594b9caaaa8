import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptLedger

/// Records purchases. What arrives while a commit reaches the disk waits, and is committed together.
///
/// Events of a ledger on another machine get their numbers in a second commit. It runs beside the next decisions, for all that was decided
/// meanwhile.
final class PurchaseWriter: Sendable {
  /// Takes the decision, which is on disk: `nil` if the request's key was used before with another body. Or a ``Problem``.
  typealias Finish = @Sendable (Result<Decision?, any Error>) -> Void
  private typealias Waiting = (request: PurchaseRequest, finish: Finish)
  private typealias Recorded = (finishes: [Finish], decisions: RecordedDecisions)

  /// The most requests of one commit.
  private static let batch = 500

  private struct State {
    var waiting: [Waiting] = []
    var isWriting = false
    var recorded: [Recorded] = []
    var isNumbering = false
  }

  private let service: ServiceSettings
  private let clock: @Sendable () -> Instant
  private let log: (@Sendable (String) -> Void)?
  private let onRecorded: @Sendable () -> Void
  private let state = NIOLockedValueBox(State())

  /// - Parameter onRecorded: called after commits, before their requests are answered.
  init(_ service: ServiceSettings, _ settings: ServerSettings, onRecorded: @escaping @Sendable () -> Void) {
    (self.service, clock, log, self.onRecorded) = (service, settings.clock, settings.log, onRecorded)
  }

  /// Decides on a request.
  ///
  /// - Parameter finish: called once, on another thread.
  func decide(_ request: PurchaseRequest, finish: @escaping Finish) {
    let isFirst = state.withLockedValue { state in
      state.waiting.append((request, finish))
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if isFirst { LedgerThreads.decide { self.write() } }
  }

  /// Records until no request waits.
  private func write() {
    while true {
      let batch = state.withLockedValue { state in
        let batch = Array(state.waiting.prefix(Self.batch))
        state.waiting.removeFirst(batch.count)
        state.isWriting = !batch.isEmpty
        return batch
      }
      guard !batch.isEmpty else { return }
      record(batch)
    }
  }

  private func record(_ batch: [Waiting]) {
    do {
      let decisions = try service.ledger.record(batch.map(\.request), rules: service.rules, now: clock())
      let isFirst = state.withLockedValue { state in
        state.recorded.append((batch.map(\.finish), decisions))
        defer { state.isNumbering = true }
        return !state.isNumbering
      }
      if isFirst { LedgerThreads.decide { self.number() } }
    } catch let error as LedgerError {
      let problem = LedgerThreads.problem(error, log)
      if problem.status == .badRequest, batch.count > 1 {
        // The fault is one request's: each by itself. Where the ledger is not available, each would wait for it.
        for waiting in batch { record([waiting]) }
      } else {
        for waiting in batch { waiting.finish(.failure(problem)) }
      }
    } catch {
      for waiting in batch { waiting.finish(.failure(error)) }
    }
  }

  /// Gives out decisions with the numbers of their events, until there is none without.
  private func number() {
    while true {
      let recorded = state.withLockedValue { state in
        let recorded = state.recorded
        state.recorded = []
        state.isNumbering = !recorded.isEmpty
        return recorded
      }
      guard !recorded.isEmpty else { return }
      let finishes = recorded.flatMap(\.finishes)
      do {
        let decisions = try service.ledger.numbered(recorded.map(\.decisions)).joined()
        onRecorded()
        for (finish, decision) in zip(finishes, decisions) { finish(.success(decision)) }
      } catch {
        let problem = (error as? LedgerError).map { LedgerThreads.problem($0, log) }
        for finish in finishes { finish(.failure(problem ?? error)) }
      }
    }
  }
}
