import ReceiptKit

/// An open question of Apple's about the use of a purchase, and what would happen to it now.
package struct OpenConsumption: Sendable {
  let transactionID: String
  let productID: String?
  let order: String?
  let account: String?
  let askedAt: Instant
  /// Until when Apple wants an answer.
  package let answerBy: Instant
  /// How often an answer may have been sent already.
  let tries: Int
  /// What would be sent, in Apple's members; `nil` if nothing would.
  package let answer: JSONValue?
  /// Why nothing would be sent; `nil` if something would.
  package let obstacle: ConsumptionObstacle?
}

extension Ledger {
  /// The questions whose time is not over, by their deadline. Nothing is sent and nothing is recorded.
  ///
  /// - Parameters:
  ///   - policy: what answers say; with `nil`, only answers that may have been sent already are known.
  ///   - now: the moment for which questions are open.
  package func openConsumption(by policy: ConsumptionPolicy?, now: Instant) throws -> [OpenConsumption] {
    try read { db in
      let store = ConsumptionStore(db: db, now: now)
      return try store.all().filter { $0.answerBy > now }.map { request in
        let (purchase, entry) = try store.findPurchase(of: request) ?? (PurchaseRecord(), nil)
        var answer: JSONValue?
        var obstacle: ConsumptionObstacle?
        switch try store.decide(request, by: policy) {
        case .send(let body): answer = try? JSONReader().read(body)
        case .wait(let found), .skip(let found): obstacle = found
        }
        return OpenConsumption(
          transactionID: request.transaction, productID: purchase.productID, order: entry?.order,
          account: entry?.account, askedAt: request.askedAt, answerBy: request.answerBy, tries: request.tries,
          answer: answer, obstacle: obstacle)
      }
    }
  }
}
