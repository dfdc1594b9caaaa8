import ReceiptKit

/// The subscriptions of accounts, inside a transaction. Their states are ``SubscriptionSnapshot``, which every
/// statement computes again.
struct SubscriptionStore {
  let db: Database
  let now: Instant

  /// A known subscription keeps its order, but Apple is asked with the receipt that was presented last.
  private static let insertion = InsertStatement(
    "subscription", "original_transaction_id", "account", "presentation_id", "receipt_id", "product_id", "expires_at",
    "state", "changed_at", "begins_at", "judged_at",
    onConflict: """
      ON CONFLICT (original_transaction_id) DO UPDATE SET account = excluded.account,
        presentation_id = coalesce(subscription.presentation_id, excluded.presentation_id),
        receipt_id = coalesce(excluded.receipt_id, subscription.receipt_id)
      """)

  /// Gives a subscription to the account of an accepted order.
  ///
  /// - Parameters:
  ///   - found: the subscription as it was presented.
  ///   - isUnknown: whether the ledger did not know the subscription.
  ///   - polls: whether to ask Apple about it near its expiry; its receipt is then stored.
  func subscribe(
    _ found: Subscription, account: String, presentation: Int64, receipt: Int64, isUnknown: Bool, polls: Bool
  ) throws {
    guard let original = found.originalTransactionID, let newest = found.periods.last(where: \.isCurrent) else {
      return
    }
    let presented = SubscriptionSnapshot(found, at: now)
    let known = isUnknown ? nil : try stored(original)
    try db.put(
      Self.insertion,
      [
        original, account, presentation, polls ? receipt : nil, presented.productID, presented.expires, presented.state,
        now, presented.begins, now,
      ])
    // A later period that an order presents is stored here, so that ``refresh`` does not report it as an event of
    // Apple's. All statements count, because the receipt may be older than a refund.
    if let known, known.snapshot.isBefore(presented),
      let current = try StatementStore(db: db).subscription(original, at: now)
    {
      let snapshot = SubscriptionSnapshot(current, at: now)
      if known.snapshot.isBefore(snapshot) { try write(snapshot, original, changed: true) }
    }
    guard polls else { return }
    let due = PollSchedule.first(expires: newest.purchase.expires, now: now)
    try TaskStore(db: db, now: now).bringForward(subscription: original, to: due)
  }

  /// Begins a subscription that continues another one under its own original transaction. The new subscription belongs
  /// to the account and order of the other one. Its period is reported afterwards.
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
      """, [original, previous, purchase.productID, RenewalState.lapsed, now])
  }

  /// Begins a subscription of an order that was refused because of a refund, if the ledger has none yet.
  ///
  /// - Parameters:
  ///   - purchase: a period of it.
  ///   - isReported: whether an event already reports that the account has it.
  func begin(_ purchase: PurchaseRecord, of presentation: Int64, isReported: Bool) throws {
    guard let original = purchase.originalTransactionID ?? purchase.transactionID else { return }
    let count = try db.run(
      """
      INSERT INTO subscription (original_transaction_id, account, presentation_id, product_id, expires_at, state,
        changed_at)
      SELECT ?1, account, id, ?3, 0, ?4, ?5 FROM presentation WHERE id = ?2 ON CONFLICT DO NOTHING
      """, [original, presentation, purchase.productID, RenewalState.lapsed, now])
    guard isReported, count > 0, let found = try StatementStore(db: db).subscription(original, at: now) else { return }
    try write(SubscriptionSnapshot(found, at: now), original, changed: true)
  }

  /// The order of a subscription, for events; `nil` without any.
  func presentation(of original: String) throws -> Int64? {
    try db.value("SELECT presentation_id FROM subscription WHERE original_transaction_id = ?", [original])
  }

  /// Computes the state of a subscription again from all statements about it, if an account has it, and records events
  /// for the changes.
  ///
  /// - Parameters:
  ///   - source: the source of the statement, for events: `verifyReceipt`, or the type of a notification.
  ///   - newPeriods: the periods that were unknown before, for the event.
  ///   - reportedEnd: the end that an event already reports; `nil` without any.
  ///   - isGiven: whether the account gets the subscription now, although its order was refused because of a refund.
  func refresh(
    _ original: String, from source: String, newPeriods: [PurchaseRecord] = [], reportedEnd: ReportedEnd? = nil,
    isGiven: Bool = false
  ) throws {
    guard let known = try stored(original),
      let found = try StatementStore(db: db).subscription(original, at: now)
    else { return }
    let new = SubscriptionSnapshot(found, at: now)
    let current = found.periods.last(where: \.isCurrent)
    var old = known.snapshot
    // A purchase that returns to its old end is not a later period.
    if let end = reportedEnd?.knownEnd { old.expires = max(old.expires, end.milliseconds) }
    let causes = HistoryChange.Cause.causes(
      from: old.state, to: new.state, hasLaterPeriod: current.map { old.isBefore(new, begins: $0.start) } ?? false,
      isReported: reportedEnd != nil)
    for cause in try decisions(on: found, in: new.state) + causes {
      // A status that ends the subscription is about its newest period.
      let period = cause == .refunded ? found.periods.last : current
      guard let kind = cause == .refunded ? found.endEvent : LedgerEventKind(cause, in: new.state) else { continue }
      try db.appendEvent(
        kind, at: now, presentation: known.presentation, transaction: period?.purchase.transactionID, original: original
      ) { writer in
        writer.member("product_id", period?.purchase.productID)
        writer.member("expires_at", period?.purchase.expires?.rfc3339)
        if let purchase = period?.purchase { writer.commitment(purchase) }
        if kind == .priceIncrease { writer.member("price_consent", found.renewal?.priceIncrease?.name) }
        if kind == .renewed, isGiven { writer.member("order_was_refused", true) }
        if kind == .renewed || kind == .recovered, newPeriods.count > 1 {
          writer.member("transactions", newPeriods.compactMap(\.transactionID))
        }
        if kind == .inGracePeriod { writer.member("grace_period_expires_at", found.renewal?.graceExpires?.rfc3339) }
        if kind == .expired { writer.member("expiration_intent", found.renewal?.expirationIntent.map { String($0) }) }
        writer.member("source", source)
      }
    }
    let changed = known.snapshot != new
    try write(new, original, changed: changed)
    if changed || found.kept(at: now) != nil { try reschedule(original, found) }
  }

  /// What the customer decided about the next period or the next commitment of a running subscription, unless the last
  /// event about it reports the same decision. The last statement is not compared instead: answers of verifyReceipt do
  /// not mention commitments.
  private func decisions(on found: Subscription, in state: RenewalState) throws -> [HistoryChange.Cause] {
    guard !state.isSettled, let renewal = found.renewal,
      renewal.commitmentRenews != nil || renewal.priceIncrease != nil
    else { return [] }
    var reported = RenewalRecord()
    for row in try db.rows(
      "SELECT kind, details FROM event WHERE original_transaction_id = ? AND kind IN (?, ?, ?) ORDER BY rowid",
      [
        found.originalTransactionID, LedgerEventKind.commitmentCancelled, LedgerEventKind.commitmentResumed,
        LedgerEventKind.priceIncrease,
      ])
    {
      switch try row["kind"] as LedgerEventKind {
      case .commitmentCancelled: reported.commitmentRenews = false
      case .commitmentResumed: reported.commitmentRenews = true
      default:
        let word = JSONValue.object(try row.members("details"))["price_consent"]?.stringValue
        reported.priceIncrease = RenewalRecord.PriceIncrease.allCases.first { $0.name == word }
      }
    }
    // The end of a price increase is no decision. One source says "agreed or told" where another says "agreed".
    func isAnswered(_ increase: RenewalRecord.PriceIncrease?) -> Bool {
      increase == .agreed || increase == .agreedOrTold
    }
    let isSameAnswer = isAnswered(reported.priceIncrease) && isAnswered(renewal.priceIncrease)
    if renewal.priceIncrease == nil || isSameAnswer {
      reported.priceIncrease = renewal.priceIncrease
    }
    return HistoryChange.Cause.decisions(from: reported, to: renewal)
  }

  /// A subscription as stored, and its order.
  private func stored(_ original: String) throws -> (snapshot: SubscriptionSnapshot, presentation: Int64?)? {
    try db.row("SELECT * FROM subscription WHERE original_transaction_id = ?", [original]).map { row in
      (try SubscriptionSnapshot(row), try row["presentation_id"])
    }
  }

  /// Stores a snapshot.
  ///
  /// - Parameter changed: whether it differs from the stored one.
  private func write(_ snapshot: SubscriptionSnapshot, _ original: String, changed: Bool) throws {
    try db.run(
      """
      UPDATE subscription SET state = ?2, expires_at = ?3, begins_at = ?4, product_id = coalesce(?5, product_id),
        judged_at = ?6, changed_at = CASE WHEN ?7 = 1 THEN ?6 ELSE changed_at END
      WHERE original_transaction_id = ?1
      """,
      [original, snapshot.state, snapshot.expires, snapshot.begins, snapshot.productID, now, changed])
  }

  /// Schedules the next request to Apple about a subscription, by its present state.
  func reschedule(_ original: String) throws {
    guard let found = try StatementStore(db: db).subscription(original, at: now) else { return }
    try reschedule(original, found)
  }

  private func reschedule(_ original: String, _ found: Subscription) throws {
    let snapshot = SubscriptionSnapshot(found, at: now)
    let expires = Instant(milliseconds: snapshot.expires)
    let saidAt = found.periods.compactMap { $0.purchase.statement?.date }.max()
    let due: Instant? =
      switch snapshot.state {
      // Apple is asked about a subscription that is granted although its state is unknown.
      case .active where found.holding.access == .unknown:
        PollSchedule.whileLapsed(since: saidAt ?? now, retryDays: found.retryDays, now: now)
      case .active where now < expires: PollSchedule.next(expires: expires, now: now)
      case .active, .lapsed: PollSchedule.whileLapsed(since: expires, retryDays: found.retryDays, now: now)
      case .billingRetry, .gracePeriod: PollSchedule.whileRetrying(now: now)
      case .expired, .refunded: nil
      }
    try TaskStore(db: db, now: now).schedule(subscription: original, at: due)
  }
}
