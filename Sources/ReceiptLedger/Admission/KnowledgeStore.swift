import ReceiptKit

/// What is known of purchases beyond who has them: subscriptions and refunds; inside a transaction.
struct KnowledgeStore {
  let db: Database
  let now: Instant

  private static let insertion: InsertStatement = {
    let isLater = """
      (coalesce(excluded.begins_at, 0), coalesce(excluded.expires_at, 0))
        > (coalesce(subscription.begins_at, 0), coalesce(subscription.expires_at, 0))
      """
    return InsertStatement(
      "subscription", "original_transaction_id", "account", "presentation_id", "receipt_id", "product_id", "expires_at",
      "state", "changed_at", "begins_at",
      onConflict: """
        ON CONFLICT (original_transaction_id) DO UPDATE SET account = excluded.account,
          presentation_id = coalesce(subscription.presentation_id, excluded.presentation_id),
          receipt_id = coalesce(excluded.receipt_id, subscription.receipt_id),
          product_id = CASE WHEN \(isLater) THEN excluded.product_id ELSE subscription.product_id END,
          state = CASE WHEN \(isLater) THEN excluded.state ELSE subscription.state END,
          changed_at = CASE WHEN \(isLater) THEN excluded.changed_at ELSE subscription.changed_at END,
          expires_at = CASE WHEN \(isLater) THEN excluded.expires_at ELSE subscription.expires_at END,
          begins_at = CASE WHEN \(isLater) THEN excluded.begins_at ELSE subscription.begins_at END
        """)
  }()

  /// Stores a subscription from a receipt of an accepted order.
  ///
  /// - Parameter polls: whether to ask Apple about it near its expiry; its receipt is stored then.
  func subscribe(
    _ original: String, _ period: PurchaseRecord, account: String, presentation: Int64, receipt: Int64, polls: Bool
  ) throws {
    let isOver = period.expires.map { $0 <= now } ?? true
    try db.put(
      Self.insertion,
      [
        original, account, presentation, polls ? receipt : nil, period.productID, period.expires?.milliseconds ?? 0,
        (isOver ? RenewalState.lapsed : .active).rawValue, now.milliseconds, period.purchased?.milliseconds,
      ])
    guard polls else { return }
    let due = PollSchedule.first(expires: period.expires, now: now)
    try TaskStore(db: db, now: now).bringForward(subscription: original, to: due)
  }

  /// Begins a subscription that continues another one under an original transaction of its own: it is that one's account's, and its
  /// order's. Its period is told of next.
  func follow(_ purchase: PurchaseRecord) throws {
    guard purchase.isSubscriptionPeriod, let previous = purchase.previousOriginalTransactionID,
      let original = purchase.originalTransactionID ?? purchase.transactionID
    else { return }
    try db.run(
      """
      INSERT INTO subscription (original_transaction_id, account, presentation_id, product_id, expires_at, state,
        changed_at)
      SELECT ?1, account, presentation_id, ?3, 0, ?4, ?5 FROM subscription WHERE original_transaction_id = ?2
      ON CONFLICT DO NOTHING
      """, [original, previous, purchase.productID, RenewalState.lapsed.rawValue, now.milliseconds])
  }

  /// Applies Apple's earlier reports of a subscription at its first presentation.
  ///
  /// Its newest period now belongs to the account.
  func catchUp(_ original: String, presentation: Int64) throws {
    let row = try db.row(
      """
      SELECT p.transaction_id, p.product_id, p.purchased_at, p.expires_at FROM purchase p
        JOIN subscription s ON s.original_transaction_id = ?1
      WHERE \(PurchaseKey.isIn("p", family: "?1")) AND p.presentation_id IS NULL
        AND p.state = 'accepted' AND p.account = s.account AND p.expires_at IS NOT NULL
        AND p.purchased_at > coalesce(s.begins_at, 0)
      ORDER BY p.purchased_at DESC, p.transaction_id DESC LIMIT 1
      """, [original])
    guard let row else { return }
    let expires: Instant = try row["expires_at"]
    let begins: Instant = try row["purchased_at"]
    let product: String? = try row["product_id"]
    try db.run(
      """
      UPDATE subscription SET product_id = coalesce(?2, product_id), expires_at = ?3, begins_at = ?4, state = ?5, changed_at = ?6
      WHERE original_transaction_id = ?1
      """,
      [
        original, product, expires.milliseconds, begins.milliseconds,
        (expires <= now ? RenewalState.lapsed : .active).rawValue, now.milliseconds,
      ])
    try EventLog(db: db).append(
      .renewed, at: now, presentation: presentation, transaction: try row["transaction_id"], original: original
    ) { writer in
      writer.member("product_id", product)
      writer.member("expires_at", expires.rfc3339)
    }
  }

  /// Records that Apple refunded a purchase, even without an owner.
  ///
  /// An older receipt without the refund may still be presented. What Apple signed later without it stays true.
  ///
  /// - Parameters:
  ///   - said: when that was said, and whether Apple signed it.
  ///   - source: the source of the fact, for the event. A purchase that never had an owner causes no event.
  func refund(_ purchase: PurchaseRecord, _ said: StatementDate, from source: String) throws {
    guard let transaction = purchase.transactionID, purchase.isTakenBack else { return }
    let row = try db.row(
      """
      SELECT p.state, coalesce(p.presentation_id, s.presentation_id) AS presentation_id, p.product_id, p.signed_at
      FROM purchase p LEFT JOIN subscription s ON s.original_transaction_id = \(PurchaseKey.family("p"))
      WHERE p.transaction_id = ?
      """, [transaction])
    let state: PurchaseState? = try row.map { try $0["state"] }
    guard let row, let state, state != .rejected else {
      try bury(purchase, said, from: source)
      return try date(purchase, transaction, said)
    }
    try date(purchase, transaction, said)
    // Apple signed later that the customer has it.
    if let signed = try row["signed_at"] as Instant?, signed > said.moment(of: purchase, now) { return }
    try db.run(
      """
      UPDATE purchase SET state = 'refunded',
        refunded_at = CASE WHEN state = 'refunded' THEN coalesce(refunded_at, ?1) ELSE ?1 END,
        refund_reason = CASE WHEN state = 'refunded' THEN coalesce(refund_reason, ?2) ELSE ?2 END
      WHERE transaction_id = ?3
      """, [purchase.cancelled?.milliseconds, purchase.cancellationReason, transaction])
    if state == .refunded { return }
    try tell(purchase, product: try row["product_id"], presentation: try row["presentation_id"], source)
  }

  /// Remembers when it was said that a purchase is taken back.
  private func date(_ purchase: PurchaseRecord, _ transaction: String, _ said: StatementDate) throws {
    let moment = said.moment(of: purchase, now).milliseconds
    try db.run(
      """
      UPDATE purchase SET refund_known_at = max(coalesce(refund_known_at, ?2), ?2),
        signed_at = CASE WHEN ?3 = 1 THEN max(coalesce(signed_at, ?2), ?2) ELSE signed_at END
      WHERE transaction_id = ?1
      """, [transaction, moment, said.isSigned])
  }

  /// Stores the refund of a purchase without an owner.
  private func bury(_ purchase: PurchaseRecord, _ said: StatementDate, from source: String) throws {
    let store = PurchaseStore(db: db)
    let family = try store.family(of: purchase)
    try store.record(purchase, presentation: nil, account: family?.account, state: .refunded, said)
    guard family?.account != nil else { return }
    try tell(purchase, product: purchase.productID, presentation: family?.presentation, source)
  }

  /// Takes in what Apple signed of a known purchase that the customer has. It counts if nothing was signed later; then a refund that
  /// was said before is taken back.
  ///
  /// - Returns: whether the purchase came back, and no order has it.
  @discardableResult
  func restate(_ purchase: PurchaseRecord, signedAt: Instant, from source: String) throws -> Bool {
    guard let transaction = purchase.transactionID, !purchase.isTakenBack,
      !db.unknown.contains(transaction: transaction)
    else { return false }
    let row = try db.row(
      """
      SELECT p.state, p.presentation_id, p.account, p.signed_at, p.refund_known_at, p.product_id, n.state AS order_state,
        coalesce(p.presentation_id, s.presentation_id) AS told
      FROM purchase p LEFT JOIN presentation n ON n.id = p.presentation_id
        LEFT JOIN subscription s ON s.original_transaction_id = \(PurchaseKey.family("p"))
      WHERE p.transaction_id = ?
      """, [transaction])
    guard let row else { return false }
    if let known = try row["signed_at"] as Instant?, known >= signedAt { return false }
    try db.run(
      """
      UPDATE purchase SET signed_at = ?2, product_type = coalesce(?3, product_type),
        previous_transaction_id = coalesce(?4, previous_transaction_id),
        subscription_group_id = coalesce(?5, subscription_group_id)
      WHERE transaction_id = ?1
      """,
      [
        transaction, signedAt.milliseconds, purchase.productType?.rawValue, purchase.previousOriginalTransactionID,
        purchase.groupID,
      ])
    try end(purchase, saidAt: signedAt)
    guard try row["state"] as PurchaseState == .refunded, let known = try row["refund_known_at"] as Instant?,
      known < signedAt
    else { return false }
    let order: OrderState? = try row["order_state"]
    // An order that was rejected because of the refund does not get the purchase back: it may be presented again.
    let isFree = order == .rejected || order == .replay
    let account: String? = isFree ? nil : try row["account"]
    let state: PurchaseState =
      switch order {
      case .accepted: .accepted
      case .verified: .verified
      case .pending: .pending
      case .rejected, .replay, nil: account == nil ? .unclaimed : .accepted
      }
    try db.run(
      """
      UPDATE purchase SET state = ?2, account = ?3, presentation_id = CASE WHEN ?4 = 1 THEN NULL ELSE presentation_id END,
        refunded_at = NULL, refund_reason = NULL
      WHERE transaction_id = ?1
      """, [transaction, state.rawValue, account, isFree])
    guard state != .unclaimed else { return true }
    let product: String? = try row["product_id"]
    try EventLog(db: db).append(
      .refundReversed, at: now, presentation: try row["told"], transaction: transaction,
      original: purchase.originalTransactionID
    ) { writer in
      writer.member("product_id", product)
      writer.member("source", source)
    }
    return false
  }

  /// Takes in when a known purchase ends, if nothing later was said of that.
  func end(_ purchase: PurchaseRecord, saidAt: Instant) throws {
    guard let transaction = purchase.transactionID, let expires = purchase.expires else { return }
    try db.run(
      """
      UPDATE purchase SET expires_at = ?2, end_said_at = ?3, subscription_group_id = coalesce(?4, subscription_group_id)
      WHERE transaction_id = ?1 AND ?3 >= coalesce(end_said_at, 0)
      """, [transaction, expires.milliseconds, saidAt.milliseconds, purchase.groupID])
  }

  private func tell(_ purchase: PurchaseRecord, product: String?, presentation: Int64?, _ source: String) throws {
    try EventLog(db: db).append(
      purchase.isUpgraded == true ? .upgraded : .refunded, at: now, presentation: presentation,
      transaction: purchase.transactionID, original: purchase.originalTransactionID
    ) { writer in
      writer.member("product_id", product)
      writer.member("refunded_at", purchase.cancelled?.rfc3339)
      writer.member("reason", purchase.cancellationReason.map { String($0) })
      if let type = purchase.revocationType { writer.member("revocation_type", type) }
      if let share = purchase.revocationPercentage {
        writer.key("revocation_percentage")
        writer.integer(share)
      }
      writer.member("source", source)
    }
  }
}

extension PurchaseRecord {
  /// Whether Apple refunded or revoked it, with or without a date, or ended it for another product.
  var isTakenBack: Bool { cancelled != nil || isCancelledWithoutDate || isUpgraded == true }
}

/// When something was said of a purchase, and whether Apple signed it. Of two statements, the later one counts.
struct StatementDate {
  /// `nil` if the source does not say; it was said when it came.
  let at: Instant?
  let isSigned: Bool

  /// The date of a receipt or of signed data.
  init(_ receipt: PresentedReceipt) {
    (at, isSigned) = (receipt.createdAt, receipt.isSignedData)
  }

  init(_ at: Instant?, isSigned: Bool) {
    (self.at, self.isSigned) = (at, isSigned)
  }

  /// When Apple signed it.
  var signedAt: Instant? { isSigned ? at : nil }

  /// When that was said of a purchase that is taken back: not before it was.
  func moment(of purchase: PurchaseRecord, _ now: Instant) -> Instant { at ?? purchase.cancelled ?? now }
}
