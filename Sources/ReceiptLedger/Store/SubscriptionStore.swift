import ReceiptKit

/// The subscriptions of accounts, inside a transaction. Their states are ``SubscriptionSnapshot``, made again with
/// every statement.
struct SubscriptionStore {
  let db: Database
  let now: Instant

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
  ///   - found: by what was presented.
  ///   - isUnknown: whether the ledger knew nothing of it.
  ///   - polls: whether to ask Apple about it near its expiry; its receipt is stored then.
  func subscribe(
    _ found: Subscription, account: String, presentation: Int64, receipt: Int64, isUnknown: Bool, polls: Bool
  ) throws {
    guard let original = found.originalTransactionID, let current = found.periods.last(where: \.isCurrent) else {
      return
    }
    let presented = SubscriptionSnapshot(found, at: now)
    let known = isUnknown ? nil : try KnownSubscription(db, original)
    try db.put(
      Self.insertion,
      [
        original, account, presentation, polls ? receipt : nil, presented.productID, presented.expires,
        presented.state.rawValue, now.milliseconds, presented.begins, now.milliseconds,
      ])
    // A period that an order presents is no news of Apple's.
    if let known, known.snapshot.isBefore(presented) { try write(presented, original, changed: true) }
    guard polls else { return }
    let due = PollSchedule.first(expires: current.purchase.expires, now: now)
    try TaskStore(db: db, now: now).bringForward(subscription: original, to: due)
  }

  /// Begins a subscription that continues another one under an original transaction of its own: it is that one's
  /// account's, and its order's. Its period is told of next.
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

  /// The order that has a subscription, for events; `nil` without any.
  func presentation(of original: String) throws -> Int64? {
    try db.value("SELECT presentation_id FROM subscription WHERE original_transaction_id = ?", [original])
  }

  /// Makes the state of a subscription again from all that was said of it, if an account has it, and tells what
  /// changed.
  ///
  /// - Parameters:
  ///   - source: of the statement, for events: `verifyReceipt`, or the type of a notification.
  ///   - newPeriods: those that were not known before, for the event.
  ///   - told: what an event tells already; `nil` without any.
  func refresh(
    _ original: String, from source: String, newPeriods: [PurchaseRecord] = [], told: ToldEnd? = nil
  ) throws {
    guard let known = try KnownSubscription(db, original),
      let found = try StatementStore(db: db).subscription(original, at: now)
    else { return }
    let new = SubscriptionSnapshot(found, at: now)
    let current = found.periods.last(where: \.isCurrent)
    var old = known.snapshot
    if let end = told?.end { old.expires = max(old.expires, end.milliseconds) }
    let causes = HistoryChange.Cause.causes(
      from: old.state, to: new.state, hasLaterPeriod: current.map { old.isBefore(new, begins: $0.start) } ?? false,
      isTold: told != nil)
    for cause in causes {
      // A status that ends it is about its newest period.
      let period = cause == .refunded ? found.periods.last : current
      guard let kind = cause == .refunded ? found.endEvent : LedgerEventKind(cause, in: new.state) else { continue }
      try EventLog(db: db).append(
        kind, at: now, presentation: known.presentation, transaction: period?.purchase.transactionID, original: original
      ) { writer in
        writer.member("product_id", period?.purchase.productID)
        writer.member("expires_at", period?.purchase.expires?.rfc3339)
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

  private func write(_ snapshot: SubscriptionSnapshot, _ original: String, changed: Bool) throws {
    try db.run(
      """
      UPDATE subscription SET state = ?2, expires_at = ?3, begins_at = ?4, product_id = coalesce(?5, product_id),
        judged_at = ?6, changed_at = CASE WHEN ?7 = 1 THEN ?6 ELSE changed_at END
      WHERE original_transaction_id = ?1
      """,
      [
        original, snapshot.state.rawValue, snapshot.expires, snapshot.begins, snapshot.productID, now.milliseconds,
        changed,
      ])
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
      // What is granted and cannot be told, Apple is asked about.
      case .active where found.holding.access == .unknown: PollSchedule.whileLapsed(since: saidAt ?? now, now: now)
      case .active where now < expires: PollSchedule.next(expires: expires, now: now)
      case .active, .lapsed: PollSchedule.whileLapsed(since: expires, now: now)
      case .billingRetry, .gracePeriod: PollSchedule.whileRetrying(now: now)
      case .expired, .refunded: nil
      }
    try TaskStore(db: db, now: now).schedule(subscription: original, at: due)
  }
}

/// What a ledger keeps of the answer of ``Holdings`` about a subscription, for lists and for the time of the next
/// request to Apple.
struct SubscriptionSnapshot: Equatable {
  var state: RenewalState
  /// The end of the newest period that was neither taken back nor ended for another product; 0 if none is known.
  var expires: Int64
  /// When the newest period begins.
  var begins: Int64
  var productID: String?

  init(_ subscription: Subscription, at moment: Instant) {
    state = RenewalState(subscription, at: moment)
    let last = subscription.periods.last(where: \.isCurrent) ?? subscription.periods.last
    expires = last?.purchase.expires?.milliseconds ?? 0
    // The newest period by its beginning: one that was ended for an upgrade may have a later expiry.
    begins = subscription.periods.compactMap { $0.start?.milliseconds }.max() ?? 0
    productID = last?.purchase.productID
  }

  init(_ row: StoredRow) throws {
    state = try row["state"]
    expires = (try row["expires_at"] as Instant?)?.milliseconds ?? 0
    begins = (try row["begins_at"] as Instant?)?.milliseconds ?? 0
    productID = try row["product_id"]
  }

  /// Whether another one is of a later period, or of a later end of the same.
  ///
  /// - Parameter start: when the period of the other one begins.
  func isBefore(_ other: SubscriptionSnapshot, begins start: Instant? = nil) -> Bool {
    (begins, expires) < (start?.milliseconds ?? other.begins, other.expires)
  }
}

extension Subscription {
  /// Whether a grace period ended then, after which Apple goes on to charge, and nothing was said since.
  fileprivate func isAfterGrace(until end: Instant) -> Bool {
    if case .status(4, _) = holding.basis { return true }
    return renewal?.isInBillingRetry == true && renewal?.graceExpires == end
  }
}

/// Marks that an event already reports that a purchase of a subscription was taken back or given back.
struct ToldEnd {
  /// The end that was known of what was given back: that it counts again is no later period.
  var end: Instant?

  init() {}

  init?(_ change: StatementStore.Change) {
    guard let event = change.event else { return nil }
    if event == .refundReversed { end = change.knownEnd }
  }

  /// Both events; of what was given back the latest end.
  func merged(with other: ToldEnd?) -> ToldEnd {
    guard let known = other?.end else { return self }
    var both = self
    both.end = end.map { max($0, known) } ?? known
    return both
  }
}

/// A subscription, as it is stored.
private struct KnownSubscription {
  let snapshot: SubscriptionSnapshot
  let presentation: Int64?

  init?(_ db: Database, _ original: String) throws {
    let row = try db.row("SELECT * FROM subscription WHERE original_transaction_id = ?", [original])
    guard let row else { return nil }
    snapshot = try SubscriptionSnapshot(row)
    presentation = try row["presentation_id"]
  }
}

extension Subscription.Period {
  /// Whether it was neither refunded nor ended for another product.
  var isCurrent: Bool { purchase.expires != nil && !purchase.isTakenBack }
}

extension Subscription {
  /// The event for its end, where Apple took it back.
  var endEvent: LedgerEventKind? { LedgerEventKind(HistoryChange.Cause(takenBack: state)) }

  /// What stays granted although no statement decides, and until when: Apple has not said that it is over, and what it
  /// said of the last period ends with that.
  func kept(at moment: Instant) -> (period: Period, until: Instant)? {
    guard holding.access == .unknown else { return nil }
    let begun = periods.last { period in period.start.map { $0 <= moment } ?? false }
    guard let begun, let expires = begun.purchase.expires else { return nil }
    if case .earlierOnly(let newest) = state { return (begun, newest) }
    return moment < expires ? (begun, expires) : nil
  }
}

extension RenewalState {
  /// Whether only another statement changes it, and no time.
  var isSettled: Bool { self == .expired || self == .refunded }

  /// The state of a subscription, as ``Holdings`` tells it.
  ///
  /// A period that is over ends the subscription only if Apple says so: Apple's list is out of date at first, even for
  /// subscriptions that are about to renew. After the maximum time of Apple's charging attempts no renewal is expected.
  init(_ subscription: Subscription, at now: Instant) {
    switch subscription.state {
    case .active, .notStarted, .bought: self = .active
    case .gracePeriod, .graceWithoutEnd: self = .gracePeriod
    case .billingRetry: self = .billingRetry
    case .refunded, .noLongerShared, .refundedOrUnshared, .seatTakenBack: self = .refunded
    case .expired(nil, _): self = .expired
    case .lapsed(let end) where subscription.isAfterGrace(until: end): self = .billingRetry
    case .expired(let end?, _), .lapsed(let end):
      var isFinal = subscription.renewal?.willRenew == false || subscription.renewal?.expirationIntent != nil
      if case .status = subscription.holding.basis { isFinal = true }
      self = isFinal || PollSchedule.whileLapsed(since: end, now: now) == nil ? .expired : .lapsed
    case .moved, .replaced, .earlierOnly, .renewalOnly, .unknown:
      self = subscription.kept(at: now) == nil ? .lapsed : .active
    }
  }
}
