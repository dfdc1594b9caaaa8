import NIOConcurrencyHelpers
import ReceiptLedger

/// Answers questions for what accounts may use. Those that arrive while a query is on its way share the next one.
final class EntitlementQuestions: Sendable {
  typealias Finish = @Sendable (Result<LedgerEntitlements, any Error>) -> Void
  private typealias Waiting = (question: Ledger.EntitlementQuestion, finish: Finish)

  /// The most questions of one query.
  private static let most = 64

  private let ledger: Ledger
  private let log: (@Sendable (String) -> Void)?
  private let state = NIOLockedValueBox((waiting: [Waiting](), isAsking: false))

  init(_ service: ServiceSettings, log: (@Sendable (String) -> Void)?) {
    (ledger, self.log) = (service.reading, log)
  }

  /// Answers a question.
  ///
  /// - Parameter finish: called on a thread that waits for the ledger, with the answer or a ``Problem``.
  func ask(_ question: Ledger.EntitlementQuestion, finish: @escaping Finish) {
    let isFirst = state.withLockedValue { state in
      state.waiting.append((question, finish))
      defer { state.isAsking = true }
      return !state.isAsking
    }
    if isFirst { LedgerThreads.read { self.work() } }
  }

  /// Answers all questions, until none waits.
  private func work() {
    while true {
      let batch = state.withLockedValue { state in
        let batch = Array(state.waiting.prefix(Self.most))
        state.waiting.removeFirst(batch.count)
        state.isAsking = !batch.isEmpty
        return batch
      }
      guard !batch.isEmpty else { return }
      answer(batch)
    }
  }

  private func answer(_ batch: [Waiting]) {
    do {
      for (waiting, found) in zip(batch, try ledger.entitlements(of: batch.map(\.question))) {
        waiting.finish(.success(found))
      }
    } catch let error as LedgerError {
      guard batch.count > 1, error.code == .unusableName else {
        let problem = LedgerThreads.problem(error, log)
        for waiting in batch { waiting.finish(.failure(problem)) }
        return
      }
      // The fault is one question's: each by itself.
      for waiting in batch { answer([waiting]) }
    } catch {
      for waiting in batch { waiting.finish(.failure(error)) }
    }
  }
}
