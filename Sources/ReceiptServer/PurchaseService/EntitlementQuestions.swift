import ReceiptLedger

/// Answers questions about entitlements. Questions that arrive while a query is running share the next query.
final class EntitlementQuestions: Sendable {
  typealias Finish = @Sendable (Result<LedgerEntitlements, any Error>) -> Void
  private typealias Waiting = (question: Ledger.EntitlementQuestion, finish: Finish)

  private let ledger: Ledger
  private let log: ServerLog?
  /// The waiting questions, with the maximum number of questions per query.
  private let questions = Batcher<Waiting>(atMost: 64, on: LedgerThreads.read)

  init(_ service: ServiceSettings, log: ServerLog?) {
    (ledger, self.log) = (service.reading, log)
  }

  /// Answers a question.
  ///
  /// - Parameter finish: called on a thread that waits for the ledger, with the answer or a ``Problem``.
  func ask(_ question: Ledger.EntitlementQuestion, finish: @escaping Finish) {
    questions.add((question, finish), work: answer)
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
      // One of the questions is at fault, so each question is asked separately.
      for waiting in batch { answer([waiting]) }
    } catch {
      for waiting in batch { waiting.finish(.failure(error)) }
    }
  }
}
