import ReceiptKit

/// What Apple signed of subscriptions, inside a transaction.
///
/// Signed data arrives in any order. So nothing is concluded from one piece: what was said last of each purchase and of the renewal is
/// stored, also of what verifyReceipt says, and the state of a subscription follows from all of it.
extension HistoryStore {
  /// Takes in what is proven of a purchase.
  func take(_ signed: SignedPurchase) throws {
    let said = StatementDate(signed.transactionSignedAt, isSigned: true)
    let (_, periods) = try purchases(signed.history, said)
    let bought = signed.history.purchases.first
    guard let bought, bought.isSubscriptionPeriod, let original = bought.originalTransactionID ?? bought.transactionID
    else { return }
    // Renewal information names no app: it counts only beside a transaction of the same subscription.
    if let renewal = signed.history.renewals.first, original.isSame(as: renewal.originalTransactionID) {
      try store(renewal, of: original, begins: bought.purchased, saidAt: signed.renewalSignedAt)
    }
    try refresh(original, newPeriods: periods[original] ?? [])
  }

  func store(_ renewal: RenewalRecord, of original: String, begins: Instant?, saidAt: Instant) throws {
    try db.run(
      """
      INSERT INTO renewal (original_transaction_id, said_at, begins_at, will_renew, expiration_intent, is_in_billing_retry,
        grace_expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (original_transaction_id) DO UPDATE SET
        said_at = excluded.said_at, begins_at = excluded.begins_at, will_renew = excluded.will_renew,
        expiration_intent = excluded.expiration_intent, is_in_billing_retry = excluded.is_in_billing_retry,
        grace_expires_at = excluded.grace_expires_at
        WHERE excluded.said_at > renewal.said_at
      """,
      [
        original, saidAt.milliseconds, begins?.milliseconds, renewal.willRenew, renewal.expirationIntent,
        renewal.isInBillingRetry, renewal.graceExpires?.milliseconds,
      ])
  }

  /// Brings the state of a subscription up to date, if an account has it and Apple signed something of it.
  ///
  /// - Parameter newPeriods: those that were not known before, for the event.
  func refresh(_ original: String, newPeriods: [PurchaseRecord]) throws {
    let rows = try db.rows(
      """
      SELECT p.transaction_id, p.product_id, p.product_type, p.purchased_at, p.expires_at, p.refunded_at, p.refund_reason,
        p.state, p.signed_at, p.subscription_group_id
      FROM purchase p
      WHERE \(PurchaseKey.isIn("p", family: "?1")) AND \(PurchaseKey.isOfFamily("p")) AND p.state <> 'rejected'
        AND EXISTS (
          SELECT 1 FROM purchase q WHERE \(PurchaseKey.isIn("q", family: "?1")) AND q.signed_at IS NOT NULL)
      """, [original])
    guard !rows.isEmpty else { return }
    var history = PurchaseHistory(.signedHistory)
    var moments: [Instant] = []
    for row in rows {
      let purchase = try PurchaseRecord(row, of: original)
      if purchase.isSubscriptionPeriod { history.purchases.append(purchase) }
      if let signed = try row["signed_at"] as Instant? { moments.append(signed) }
    }
    let newest = history.purchases.compactMap(\.purchased).max()
    if let renewal = try RenewalRecord.stored(db, of: original, newestPeriod: newest) {
      moments.append(renewal.saidAt)
      history.renewals = [renewal.record].compactMap(\.self)
    }
    let status = SubscriptionStatus(history, at: now)
    guard let moment = moments.max(), let subscription = status.subscriptions.first else { return }
    try take(subscription, original, newPeriods: newPeriods, saidAt: moment, isWhole: true)
  }
}

extension RenewalRecord {
  /// The renewal information of a subscription, as it is stored, and when that was said.
  ///
  /// - Parameter newestPeriod: the beginning of its newest period. What was said before that tells nothing of it: then there is no record.
  static func stored(
    _ db: Database, of original: String, newestPeriod: Instant?
  ) throws -> (record: RenewalRecord?, saidAt: Instant)? {
    guard let row = try db.row("SELECT * FROM renewal WHERE original_transaction_id = ?", [original]) else {
      return nil
    }
    let saidAt: Instant = try row["said_at"]
    let begins: Instant? = try row["begins_at"]
    let isCurrent = newestPeriod.map { max(saidAt, begins ?? saidAt) >= $0 } ?? true
    return (isCurrent ? try RenewalRecord(row, of: original) : nil, saidAt)
  }

  /// Renewal information, as it is stored.
  private init(_ row: StoredRow, of original: String) throws {
    self.init()
    originalTransactionID = original
    willRenew = try row["will_renew"]
    expirationIntent = try row["expiration_intent"]
    isInBillingRetry = try row["is_in_billing_retry"]
    graceExpires = try row["grace_expires_at"]
  }
}

extension PurchaseRecord {
  /// A purchase, as it is stored.
  init(_ row: StoredRow, of original: String) throws {
    self.init()
    transactionID = try row["transaction_id"]
    originalTransactionID = original
    productID = try row["product_id"]
    productType = (try row["product_type"] as Int64?).flatMap { ProductType(rawValue: $0) }
    purchased = try row["purchased_at"]
    expires = try row["expires_at"]
    groupID = try row["subscription_group_id"]
    guard try row["state"] as PurchaseState == .refunded else { return }
    // Taken back at an unknown time: it counts as never begun.
    cancelled = try row["refunded_at"] as Instant? ?? purchased
    isCancelledWithoutDate = cancelled == nil
    cancellationReason = try row["refund_reason"]
  }
}
