import ReceiptKit

/// An answer whose sending has begun: it is recorded before it is sent.
struct BegunConsumption: Sendable {
  let request: ConsumptionRequest
  let lease: Int64
  let body: [UInt8]
}

/// Apple's open questions about the use of purchases, inside a transaction.
struct ConsumptionStore {
  let db: Database
  let now: Instant

  /// What happens to a question.
  enum Decision {
    /// This is sent.
    case send([UInt8])
    /// Nothing is sent now. That may change until the time is over.
    case wait(ConsumptionObstacle)
    /// Nothing is ever sent.
    case skip(ConsumptionObstacle)
  }

  /// Records a question that can still be answered.
  func open(_ notification: SignedNotification, until deadline: Instant) throws {
    guard notification.history.notificationType == "CONSUMPTION_REQUEST", deadline > now,
      let transaction = notification.history.purchases.first?.transactionID,
      let app = notification.claims.bundleIDs.first
    else { return }
    // Questions whose deadline passed 30 days ago: nobody answered them, and no list shows them.
    try db.run("DELETE FROM consumption WHERE answer_by < ?", [now.milliseconds - 30 * 86_400_000])
    try db.run(
      """
      INSERT INTO consumption (uuid, transaction_id, bundle_id, is_commerce, asked_at, answer_by, due_at)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """,
      [
        notification.claims.identifier, transaction, app, notification.isAdvancedCommerce, notification.signedAt,
        deadline, now,
      ])
  }

  /// Closes the questions that Apple settled by declining the refund.
  func closeDeclined(by notification: SignedNotification) throws {
    guard notification.history.notificationType == "REFUND_DECLINED",
      let transaction = notification.history.purchases.first?.transactionID
    else { return }
    let rows = try db.rows(
      "SELECT * FROM consumption WHERE transaction_id = ? AND asked_at <= ? ORDER BY uuid",
      [transaction, notification.signedAt])
    // A process that may be sending an answer now closes its question itself.
    for request in try rows.map(ConsumptionRequest.init) where !request.isTaken(now) { try close(request, .declined) }
  }

  /// The open questions, by their deadline.
  ///
  /// - Parameter app: the app; `nil` for all apps.
  func all(of app: String? = nil) throws -> [ConsumptionRequest] {
    try db.rows(
      "SELECT * FROM consumption WHERE bundle_id = coalesce(?1, bundle_id) ORDER BY answer_by, uuid", [app]
    ).map(ConsumptionRequest.init)
  }

  private func find(_ identifier: String) throws -> ConsumptionRequest? {
    try db.row("SELECT * FROM consumption WHERE uuid = ?", [identifier]).map(ConsumptionRequest.init)
  }

  /// Decides about a question by what is known now. What the answer says was decided when it was first sent.
  func decide(_ request: ConsumptionRequest, by policy: ConsumptionPolicy?) throws -> Decision {
    if request.isAdvancedCommerce { return .skip(.advancedCommerce) }
    guard let (purchase, entry) = try findPurchase(of: request) else { return .wait(.noOrder) }
    switch purchase.ownership {
    case "FAMILY_SHARED": return .skip(.familyShared)
    case "ASSIGNED": return .skip(.assigned)
    default: break
    }
    switch entry.state {
    case .accepted, .verified: break
    case .pending: return .wait(.notDelivered)
    case .refunded: return .skip(.refunded)
    case .rejected, .unclaimed: return .wait(.noOrder)
    }
    guard let account = entry.account else { return .wait(.noOrder) }
    guard try ConsentStore(db: db).consent(of: account)?.isGiven == true else { return .wait(.noConsent) }
    if let body = request.body { return .send(JSONValue.object(body).compactBytes) }
    guard let information = policy?.information(about: purchase, askedAt: request.askedAt) else {
      return .wait(.noRule)
    }
    // `GRANT_PRORATED` needs a percentage, except for a subscription.
    let needsPercentage = !purchase.isSubscriptionPeriod && information.refundPreference == .prorated
    if needsPercentage, information.consumptionPercentage == nil { return .wait(.noPercentage) }
    return .send(information.body)
  }

  /// The purchase of a question, and who has it; `nil` if the ledger does not know it, or if Apple refused it. A
  /// renewal has the order of its subscription.
  func findPurchase(of request: ConsumptionRequest) throws -> (PurchaseRecord, PurchaseStore.Entry)? {
    let store = PurchaseStore(db: db)
    guard var entry = try store.entry(ofTransaction: request.transaction),
      let row = try db.row("SELECT * FROM purchase WHERE transaction_id = ?", [request.transaction])
    else { return nil }
    let purchase = try PurchaseRecord(row)
    if entry.presentation == nil, let family = try store.family(of: purchase) {
      entry.presentation = family.presentation
      entry.order = family.order
    }
    return (purchase, entry)
  }

  /// Records that an answer is about to be sent, with what it says, so that a process that continues after this one
  /// sends the same.
  ///
  /// - Parameter milliseconds: the duration of the lease, after which another process may take over.
  /// - Returns: `nil` if the question is closed, not due, taken by another process, or not to be answered now.
  func begin(_ identifier: String, by policy: ConsumptionPolicy, milliseconds: Int64) throws -> BegunConsumption? {
    guard let request = try find(identifier), request.answerBy > now, request.isDue(now), !request.isTaken(now),
      case .send(let body) = try decide(request, by: policy)
    else { return nil }
    let lease = Int64.random(in: 1...Int64.max)
    try db.run(
      """
      UPDATE consumption SET body = ?2, tries = tries + 1, lease = ?3, leased_at = ?4, leased_until = ?5 WHERE uuid = ?1
      """,
      [
        identifier, String(decoding: body, as: UTF8.self), lease, now,
        Instant(milliseconds: now.milliseconds + milliseconds),
      ])
    return BegunConsumption(request: request, lease: lease, body: body)
  }

  /// Whether the question is still with the process that began to answer it.
  func isLeased(_ begun: BegunConsumption) throws -> Bool {
    try db.isTrue(
      "SELECT EXISTS (SELECT 1 FROM consumption WHERE uuid = ? AND lease = ?)", [begun.request.identifier, begun.lease])
  }

  /// Leaves the question for another try with the same answer.
  func postpone(_ begun: BegunConsumption, until due: Instant) throws {
    try db.run(
      "UPDATE consumption SET due_at = ?2, lease = NULL, leased_at = NULL, leased_until = NULL WHERE uuid = ?1",
      [begun.request.identifier, due])
  }

  /// Closes a question without an answer.
  func close(_ request: ConsumptionRequest, _ obstacle: ConsumptionObstacle) throws {
    try close(request, .consumptionSkipped) { writer in
      writer.member("reason", obstacle.rawValue)
      if request.tries > 0 { writer.member("tries", request.tries) }
    }
  }

  /// Closes a question with Apple's reply to the answer.
  ///
  /// - Parameter refusal: Apple's error, with its number if it has one; `nil` if Apple took the answer.
  func close(_ begun: BegunConsumption, refusal: (code: Int64?, reason: String)?) throws {
    try close(begun.request, refusal == nil ? .consumptionSent : .consumptionRefused) { writer in
      writer.key("sent")
      writer.value(compact: begun.body)
      writer.member("tries", begun.request.tries + 1)
      guard let refusal else { return }
      if let code = refusal.code {
        writer.key("error_code")
        writer.integer(code)
      }
      writer.member("text", refusal.reason)
    }
  }

  private func close(
    _ request: ConsumptionRequest, _ kind: LedgerEventKind, _ details: @escaping (inout JSONWriter) -> Void
  ) throws {
    let (purchase, entry) = try findPurchase(of: request) ?? (PurchaseRecord(), nil)
    try db.appendEvent(
      kind, at: now, presentation: entry?.presentation, transaction: request.transaction,
      original: purchase.originalTransactionID, account: entry?.presentation == nil ? entry?.account : nil
    ) { writer in
      writer.member("product_id", purchase.productID)
      writer.member("asked_at", request.askedAt.rfc3339)
      writer.member("answer_by", request.answerBy.rfc3339)
      details(&writer)
    }
    try db.run("DELETE FROM consumption WHERE uuid = ?", [request.identifier])
  }
}
