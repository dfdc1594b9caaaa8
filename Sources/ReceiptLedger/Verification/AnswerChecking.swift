import ReceiptKit

extension AnswerStore {
  /// Checks whether the answer that a receipt is valid is about the receipt that was sent.
  ///
  /// Nothing in an answer is signed, and a proxy, a cache or a private server may give another answer. If an answer is
  /// not believed, the request is repeated.
  ///
  /// - Returns: why an answer is not believed, without a final full stop; `nil` if it is.
  func doubt(about exchange: Exchange, for task: LeasedTask) throws -> String? {
    guard case .answer(let response) = exchange.reply else { return nil }
    // Such an answer may even have two statuses.
    if let name = response.document.repeatedName { return "the answer has `\(name)` twice in one object" }
    guard AnswerMeaning(exchange.reply) == .valid else { return nil }
    if let name = response.environment, LedgerEnvironment(named: name) != exchange.endpoint {
      return "the answer of the server for \(exchange.endpoint.rawValue) is about \(name)"
    }
    guard let history = PurchaseHistory(response) else { return "the answer says nothing of the receipt" }
    let bundle: String? = try db.value("SELECT bundle_id FROM receipt WHERE id = ?", [task.receipt])
    guard let bundle, bundle.isSame(as: history.bundleID) else {
      return history.bundleID.map { "the answer is about another app: \($0)" }
        ?? "the answer does not say which app it is about"
    }
    if let problem = history.identifierProblem { return problem.description }
    let answered = Set(history.purchases.compactMap { $0.transactionID.map { Array($0.utf8) } })
    let missing = try expected(by: task).first { !answered.contains(Array($0.utf8)) }
    return missing.map { "the answer does not have transaction \($0)" }
  }

  /// The same check for the signed data in an answer about a subscription: each piece must be proven, and must be of
  /// the ledger's app and environment.
  func doubt(about signed: [SignedPurchase], for task: LeasedTask) throws -> String? {
    guard let subscription = task.subscription else { return "it was not asked for" }
    let bundle: String? = try db.value("SELECT bundle_id FROM receipt WHERE id = ?", [task.receipt])
    for purchase in signed {
      if let doubt = environment.doubt(about: purchase, allowsTestSigned: allowsTestSigned, now) { return doubt }
      guard bundle?.isSame(as: purchase.history.bundleID) == true else { return "the answer is about another app" }
      guard let name = purchase.history.environment, LedgerEnvironment(named: name) == environment else {
        return "the answer of the server for \(environment.rawValue) is about another environment"
      }
    }
    let isAnswered = signed.contains {
      $0.history.purchases.contains { subscription.isSame(as: $0.originalTransactionID) }
    }
    return isAnswered ? nil : "the answer does not have the subscription \(subscription)"
  }

  /// The transactions that the order waits for; empty for a poll, because its answer may leave out old periods.
  private func expected(by task: LeasedTask) throws -> [String] {
    guard let presentation = task.presentation else { return [] }
    return try db.values(
      """
      SELECT transaction_id FROM purchase WHERE presentation_id = ?1 AND state = 'pending'
      UNION SELECT transaction_id FROM claim WHERE presentation_id = ?1 AND outcome = 'restored'
      """, [presentation])
  }
}
