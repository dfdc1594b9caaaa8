import ReceiptKit

/// Apple's statements about purchases and subscriptions, inside a transaction. For each subject it stores the statement
/// that counts, chosen as in the merge of histories. So it does not matter in which order and how often statements
/// arrive.
///
/// The subjects are a transaction (`purchase`), the renewal of a subscription (`renewal`), and Apple's status of a
/// subscription (`status`).
struct StatementStore {
  let db: Database

  /// The effect of a statement on a known purchase.
  struct Change {
    /// The purchase according to all statements about it.
    let purchase: PurchaseRecord
    let after: PurchaseState
    /// The event for Apple's change; `nil` if the purchase counts as before.
    let event: LedgerEventKind?
    /// The end of the purchase that was known before the statement.
    let knownEnd: Instant?
    /// The order for events about the purchase: the order of the purchase, or that of its subscription.
    let presentation: Int64?
    /// Whether an account gets the purchase, because its order was refused while the refund stood.
    let isGiven: Bool
    /// Whether the statement added knowledge.
    let isNews: Bool
  }

  /// Merges a statement into a purchase that the ledger knows.
  ///
  /// - Returns: `nil` if the ledger does not know the purchase, or if Apple refused it.
  func merge(_ purchase: PurchaseRecord, _ statementDate: StatementDate) throws -> Change? {
    guard let transaction = purchase.transactionID, !db.unknown.contains(transaction: transaction) else { return nil }
    let row = try db.row(
      """
      SELECT p.*, n.state AS order_state, coalesce(p.presentation_id, s.presentation_id) AS event_presentation_id
      FROM purchase p LEFT JOIN presentation n ON n.id = p.presentation_id
        LEFT JOIN subscription s ON s.original_transaction_id = \(PurchaseKey.family("p"))
      WHERE p.transaction_id = ?
      """, [transaction])
    guard let row else {
      db.note(absent: transaction)
      return nil
    }
    let before: PurchaseState = try row["state"]
    guard before != .rejected else { return nil }
    let known = try PurchaseRecord(row)
    // `signed_at`, `refundDecidedAt` and `decisiveDate` are one date: that of the last statement that decides whether
    // Apple took the purchase back.
    let knownSignedAt: Instant? = try row["signed_at"]
    let merged = Self.merged(known, with: statementDate.dated(purchase), refundDecidedAt: knownSignedAt)
    let order: OrderState? = try row["order_state"]
    var account: String? = try row["account"]
    var presentation: Int64? = try row["presentation_id"]
    // An order that was rejected because of the refund stays rejected, but its account gets the purchase.
    var refusedOrder: PurchaseStore.RefusedOrder?
    // The state of the order decides; without an order, whether an account has the purchase.
    let hasNoOwner = order.map { $0 == .rejected || $0 == .replay } ?? (account == nil)
    if before == .refunded, !merged.isTakenBack, hasNoOwner {
      // It goes to the account of the refused order, or to nobody.
      refusedOrder = try self.refusedOrder(for: merged)
      account = refusedOrder?.account
      presentation = nil
    }
    let after = PurchaseState(merged, order: presentation == nil ? nil : order, account: account)
    let signedAt = [knownSignedAt, statementDate.decisiveDate(for: purchase)].compactMap(\.self).max()
    let values = merged.storedValues
    let isNews = zip(known.storedValues.elements, values.elements).contains { $0.value != $1.value }
    if isNews || signedAt != knownSignedAt || before != after {
      try db.run(
        """
        UPDATE purchase SET presentation_id = ?2, account = ?3, state = ?4, signed_at = ?5,
          \(PurchaseRecord.storedColumns.enumerated().map { "\($1) = ?\($0 + 6)" }.joined(separator: ", "))
        WHERE transaction_id = ?1
        """,
        [transaction, presentation, account, after, signedAt] + values)
    }
    let cause = HistoryChange.Cause(from: known, to: merged, isReplaced: try isReplaced(merged))
    return Change(
      purchase: merged, after: after, event: cause.flatMap { LedgerEventKind($0) }, knownEnd: known.expires,
      presentation: try refusedOrder?.presentation ?? row["event_presentation_id"], isGiven: refusedOrder != nil,
      isNews: isNews || before != after)
  }

  /// The purchase according to what is known of it and a further statement.
  ///
  /// The product and the original transaction of a transaction never change: the owner was looked up by these.
  private static func merged(
    _ known: PurchaseRecord, with statement: PurchaseRecord, refundDecidedAt: Instant?
  ) -> PurchaseRecord {
    var older = known
    var newer = statement
    newer.originalTransactionID = known.originalTransactionID
    newer.productID = known.productID ?? statement.productID
    older.productID = newer.productID
    var merged = older.merged(with: newer, refundDecidedAt: refundDecidedAt)
    merged.productType = known.productType ?? merged.productType
    merged.previousOriginalTransactionID =
      merged.previousOriginalTransactionID ?? known.previousOriginalTransactionID
      ?? statement.previousOriginalTransactionID
    return merged
  }

  /// The order that was refused a purchase because of a refund that no longer stands; `nil` if another account has the
  /// subscription or product of the purchase.
  private func refusedOrder(for purchase: PurchaseRecord) throws -> PurchaseStore.RefusedOrder? {
    let store = PurchaseStore(db: db)
    let owner = try store.family(of: purchase)?.account
    guard let order = try store.refusedOrder(for: purchase) else { return nil }
    return owner?.isSame(as: order.account) ?? true ? order : nil
  }

  /// Whether Apple took the purchase back before it began, because the customer changed to another product.
  func isReplaced(_ purchase: PurchaseRecord) throws -> Bool {
    guard purchase.neverBegan, let original = purchase.originalTransactionID ?? purchase.transactionID,
      let found = try subscription(original, with: purchase)
    else { return false }
    return found.cancelledBeforeStart.contains {
      $0.replacement != nil && $0.purchase.transactionID == purchase.transactionID
    }
  }

  // -- Purchases.

  private static let insertion = InsertStatement(
    "purchase",
    columns: ["transaction_id", "original_transaction_id", "presentation_id", "account", "state", "signed_at"]
      + PurchaseRecord.storedColumns,
    // Only a purchase that Apple refused is stored again, and none of its old values count.
    onConflict: """
      ON CONFLICT (transaction_id) DO UPDATE SET original_transaction_id = excluded.original_transaction_id,
        presentation_id = excluded.presentation_id, account = excluded.account, state = excluded.state,
        signed_at = excluded.signed_at,
        \(PurchaseRecord.storedColumns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """)

  /// Stores a purchase that the ledger does not know, or that Apple refused.
  ///
  /// - Parameters:
  ///   - presentation: the order that has it; `nil` for none.
  ///   - account: the account that has it without an order; `nil` for none.
  func insert(
    _ purchase: PurchaseRecord, presentation: Int64?, account: String?, state: PurchaseState,
    _ statementDate: StatementDate
  ) throws {
    guard let transaction = purchase.transactionID else { return }
    let original = purchase.originalTransactionID.flatMap { $0 == transaction ? nil : $0 }
    try db.put(
      Self.insertion,
      [transaction, original, presentation, account, state, statementDate.decisiveDate(for: purchase)]
        + statementDate.dated(purchase).storedValues)
  }

  // -- Subscriptions.

  /// Stores the renewal information of a subscription, unless it has no date or what is stored counts more.
  func storeIfNewer(_ renewal: RenewalRecord, of original: String, _ statementDate: StatementDate) throws {
    guard let date = statementDate.at else { return }
    var new = renewal
    new.originalTransactionID = original
    new.statement = PurchaseStatement(date: date, isProven: true)
    let row = try db.row("SELECT \(Self.renewalColumns) FROM renewal w WHERE w.original_transaction_id = ?", [original])
    if let row {
      var known = try RenewalRecord(row, of: original)
      // For this comparison an inferred date counts as well.
      known.statement = PurchaseStatement(date: try row["renewal_said_at"], isProven: true)
      guard new.outranks(known) else { return }
    }
    try db.run(
      """
      INSERT INTO renewal (original_transaction_id, said_at, begins_at, will_renew, expiration_intent, \
      is_in_billing_retry,
        grace_expires_at, renews_at, product_id, renews_as, commitment_ends_at, commitment_renews, price_increase)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (original_transaction_id) DO UPDATE SET
        said_at = excluded.said_at, begins_at = excluded.begins_at, will_renew = excluded.will_renew,
        expiration_intent = excluded.expiration_intent, is_in_billing_retry = excluded.is_in_billing_retry,
        grace_expires_at = excluded.grace_expires_at, renews_at = excluded.renews_at,
        product_id = excluded.product_id, renews_as = excluded.renews_as,
        commitment_ends_at = excluded.commitment_ends_at, commitment_renews = excluded.commitment_renews,
        price_increase = excluded.price_increase
      """,
      [
        // `begins_at` is not a beginning: it equals `said_at` if that date is only inferred, and is NULL otherwise.
        original, date, statementDate.isInferred ? date : nil as Instant?, renewal.willRenew, renewal.expirationIntent,
        renewal.isInBillingRetry, renewal.graceExpires, renewal.renewsOn, renewal.productID, renewal.renewsAs,
        renewal.commitmentEnds, renewal.commitmentRenews, renewal.priceIncrease?.rawValue,
      ])
  }

  /// Stores Apple's status of a subscription, as of a moment, unless its number is unknown or what is stored counts
  /// more.
  func storeIfNewer(_ status: StatusRecord, at date: Instant) throws {
    guard status.isKnown else { return }
    let original = status.originalTransactionID
    let row = try db.row("SELECT \(Self.statusColumns) FROM status u WHERE u.original_transaction_id = ?", [original])
    let new = StatusRecord(
      originalTransactionID: original, code: status.code, statement: PurchaseStatement(date: date, isProven: true))
    if let known = try row.flatMap({ try StatusRecord($0, of: original) }), !new.outranks(known) { return }
    try db.run(
      """
      INSERT INTO status (original_transaction_id, code, said_at) VALUES (?, ?, ?)
      ON CONFLICT (original_transaction_id) DO UPDATE SET code = excluded.code, said_at = excluded.said_at
      """, [original, status.code, date])
  }

  /// Whether any statement about the subscription itself is known. Such statements may arrive before any of its
  /// purchases.
  func mentions(subscription original: String) throws -> Bool {
    if db.unknown.contains(transaction: original) { return false }
    return try db.isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM renewal WHERE original_transaction_id = ?1)
        OR EXISTS (SELECT 1 FROM status WHERE original_transaction_id = ?1)
      """, [original])
  }

  private static let renewalColumns = """
    w.said_at AS renewal_said_at, w.begins_at AS renewal_begins_at, w.will_renew, w.expiration_intent, \
    w.is_in_billing_retry,
      w.grace_expires_at, w.renews_at, w.product_id AS renewal_product_id, w.renews_as,
      w.commitment_ends_at AS renewal_commitment_ends_at, w.commitment_renews, w.price_increase
    """
  private static let statusColumns = "u.code AS status_code, u.said_at AS status_said_at"

  // -- Histories.

  /// The columns of all statements, for rows `p` of `purchase` with ``joins``.
  static let statementColumns = "p.*, \(renewalColumns), \(statusColumns)"
  static let joins = """
    LEFT JOIN renewal w ON w.original_transaction_id = \(PurchaseKey.family("p"))
      LEFT JOIN status u ON u.original_transaction_id = \(PurchaseKey.family("p"))
    """

  /// A subscription according to all statements about it, as of a moment; `nil` if it has no period.
  func subscription(_ original: String, at moment: Instant) throws -> Subscription? {
    try Self.subscription(
      original,
      db.rows(
        """
        SELECT \(Self.statementColumns) FROM purchase p \(Self.joins)
        WHERE \(PurchaseKey.isIn("p", family: "?1")) AND \(PurchaseKey.isOfFamily("p")) AND p.state <> 'rejected'
        """, [original]), at: moment)
  }

  /// The subscription of a purchase, with the purchase instead of what the ledger knows about it, as of the beginning
  /// of the purchase.
  private func subscription(_ original: String, with purchase: PurchaseRecord) throws -> Subscription? {
    let rows = try PurchaseStore(db: db).rows(ofFamily: original)
    var history = PurchaseHistory(.signedHistory)
    history.purchases = try rows.map { try PurchaseRecord($0) }
    history.purchases.removeAll {
      !$0.isSubscriptionPeriod || $0.transactionID?.isSame(as: purchase.transactionID) ?? true
    }
    history.purchases.append(purchase)
    guard let moment = purchase.purchased else { return nil }
    return SubscriptionStatus(history, at: moment).subscriptions.first {
      original.isSame(as: $0.originalTransactionID)
    }
  }

  /// A subscription, as of a moment; `nil` if it has no period.
  ///
  /// - Parameter rows: the rows of the subscription's purchases.
  static func subscription(_ original: String, _ rows: [StoredRow], at moment: Instant) throws -> Subscription? {
    var history = try PurchaseHistory(stored: rows)
    history.purchases.removeAll { !$0.isSubscriptionPeriod }
    return SubscriptionStatus(history, at: moment).subscriptions.first {
      !$0.periods.isEmpty && original.isSame(as: $0.originalTransactionID)
    }
  }
}

extension PurchaseState {
  /// The state of a purchase, according to the statements about it and the decision on its order.
  ///
  /// - Parameters:
  ///   - order: `nil` if no order has it.
  ///   - account: the account that has it without an order.
  init(_ purchase: PurchaseRecord, order: OrderState?, account: String?) {
    guard !purchase.isTakenBack else {
      self = .refunded
      return
    }
    switch order {
    case .pending: self = .pending
    case .accepted: self = .accepted
    case .verified: self = .verified
    case .rejected, .replay, nil: self = account == nil ? .unclaimed : .accepted
    }
  }
}

extension PurchaseRecord {
  /// The event for what Apple did to the purchase; `nil` if Apple did not take it back.
  var endEvent: LedgerEventKind? { HistoryChange.Cause(endOf: self).flatMap { LedgerEventKind($0) } }

  /// The word for the state of a purchase: not everything that Apple took back was refunded.
  func word(for state: PurchaseState) -> String {
    state == .refunded ? endEvent?.rawValue ?? state.rawValue : state.rawValue
  }
}
