import ReceiptKit

/// Records Apple's statements about purchases, from an answer, a notification or a presented receipt, inside a
/// transaction.
struct HistoryStore {
  let db: Database
  let now: Instant
  /// The source, for events: `verifyReceipt`, or the type of a notification.
  let source: String
  /// Whether this is Apple's fresh answer about a receipt of this ledger.
  ///
  /// A fresh answer is as new as possible, and an unknown purchase in it causes no event. A statement that a user or a
  /// server passed on may be late or arrive twice.
  let wasAskedNow: Bool

  /// Records unsigned statements.
  func recordUnsigned(_ history: PurchaseHistory) throws {
    let statementDate = date(of: history)
    let recorded = try recordPurchases(history, statementDate)
    let statements = StatementStore(db: db)
    var originals = recorded.originals
    for subscription in SubscriptionStatus(history, at: now).subscriptions {
      guard let original = subscription.originalTransactionID else { continue }
      if let renewal = subscription.renewal { try statements.storeIfNewer(renewal, of: original, statementDate) }
      try refreshSubscription(original, after: recorded)
      originals.remove(original)
    }
    for original in originals.sorted() { try refreshSubscription(original, after: recorded) }
  }

  /// Records proven statements about a purchase.
  func recordSigned(_ signed: SignedPurchase) throws {
    let history = signed.history
    let recorded = try recordPurchases(history, StatementDate(signed.transactionSignedAt, isSigned: true))
    let purchase = history.purchases.first
    // The rest is about a subscription. Without a transaction, the renewal information names it.
    guard purchase?.isSubscriptionPeriod ?? true,
      let original = purchase.map({ $0.originalTransactionID ?? $0.transactionID })
        ?? history.renewals.first?.originalTransactionID
    else { return }
    let statements = StatementStore(db: db)
    // Renewal information names no app. So it counts only beside a transaction of the same subscription, or in a
    // notification.
    if let renewal = history.renewals.first, original.isSame(as: renewal.originalTransactionID) {
      try statements.storeIfNewer(renewal, of: original, StatementDate(signed.renewalSignedAt, isSigned: true))
    }
    for status in history.statuses where original.isSame(as: status.originalTransactionID) {
      try statements.storeIfNewer(status, at: status.statement.date ?? signed.renewalSignedAt)
    }
    for original in recorded.originals.union([original]).sorted() {
      try refreshSubscription(original, after: recorded)
    }
  }

  private func refreshSubscription(_ original: String, after recorded: Recorded) throws {
    try SubscriptionStore(db: db, now: now).refresh(
      original, from: source, newPeriods: recorded.newPeriods[original] ?? [], reportedEnd: recorded.ends[original],
      isGiven: recorded.given.contains(original))
  }

  /// The date of the statement. A date in the future is ignored, because all later statements would seem outdated.
  ///
  /// Notifications of version 1 have no date. They were made no earlier than the last event that they report.
  private func date(of history: PurchaseHistory) -> StatementDate {
    if let moment = history.knownUntil?.instant, moment.isPossibleDate(at: now) {
      return StatementDate(moment, isSigned: false)
    }
    if wasAskedNow { return StatementDate(now, isSigned: false) }
    let dates = history.purchases.flatMap { [$0.purchased, $0.cancelled] }.compactMap(\.self)
    // A renewal fails at the end of the previous period, but not before Apple first tries to charge.
    let hasFailed = history.renewals.contains { $0.isInBillingRetry == true || $0.expirationIntent != nil }
    let failure = hasFailed ? history.purchases.compactMap(\.expires).max().map { min($0, now) } : nil
    let latest = (dates.filter { $0 <= now } + [failure].compactMap(\.self)).max()
    return StatementDate(latest, isSigned: false, isInferred: true)
  }

  /// What the recorded purchases changed, by original transaction.
  private struct Recorded {
    /// The new periods of known subscriptions.
    var newPeriods: [String: [PurchaseRecord]] = [:]
    /// Original transactions with an event that reports a purchase taken back or given back.
    var ends: [String: ReportedEnd] = [:]
    /// All original transactions, as the ledger knows them.
    var originals: Set<String> = []
    /// Original transactions that an account gets although its order was refused.
    var given: Set<String> = []
    /// The latest of the purchases that no account has.
    private(set) var unclaimed: [String: PurchaseRecord] = [:]

    mutating func addEnd(_ end: ReportedEnd, of original: String) {
      ends[original] = end.merged(with: ends[original])
    }

    mutating func addUnclaimed(_ purchase: PurchaseRecord, of original: String) {
      let latest = unclaimed[original]?.purchased?.milliseconds ?? .min
      if (purchase.purchased?.milliseconds ?? 0) > latest { unclaimed[original] = purchase }
    }
  }

  /// Records periods and refunds.
  private func recordPurchases(_ history: PurchaseHistory, _ statementDate: StatementDate) throws -> Recorded {
    var recorded = Recorded()
    // Whether another product replaced a purchase before it began follows from the others, which come first.
    for purchase in history.purchases.filter({ !$0.neverBegan }) + history.purchases.filter(\.neverBegan) {
      guard let transaction = purchase.transactionID else { continue }
      let original = purchase.originalTransactionID ?? transaction
      if let change = try mergeAndReport(purchase, statementDate) {
        let original = change.purchase.originalTransactionID ?? original
        recorded.originals.insert(original)
        if let end = ReportedEnd(change) { recorded.addEnd(end, of: original) }
        if change.event == .refundReversed, change.after == .unclaimed {
          recorded.addUnclaimed(purchase, of: original)
        }
      } else if purchase.isTakenBack {
        if try recordTakenBack(purchase, statementDate) { recorded.addEnd(ReportedEnd(), of: original) }
      } else {
        try recordUnknown(purchase, of: original, statementDate, &recorded)
      }
    }
    try appendEvents(of: recorded.unclaimed)
    return recorded
  }

  /// Records a purchase that the ledger does not know and that Apple did not take back.
  private func recordUnknown(
    _ purchase: PurchaseRecord, of original: String, _ statementDate: StatementDate, _ recorded: inout Recorded
  ) throws {
    // Of a fresh answer, only periods of subscriptions that an account has are recorded.
    guard purchase.isSubscriptionPeriod || !wasAskedNow else { return }
    let statements = StatementStore(db: db)
    let family = try PurchaseStore(db: db).family(of: purchase)
    // Another transaction of a kept product that the ledger knows is no other purchase.
    if let family, family.state != .refunded, !purchase.isSubscriptionPeriod { return }
    if let account = family?.account {
      // The purchase immediately belongs to the account of its subscription or product, so that no other account can
      // claim it. It has no order until an order of that account presents it.
      try statements.insert(purchase, presentation: nil, account: account, state: .accepted, statementDate)
      try SubscriptionStore(db: db, now: now).follow(purchase)
      if purchase.isSubscriptionPeriod { recorded.newPeriods[original, default: []].append(purchase) }
    } else if !wasAskedNow {
      try statements.insert(purchase, presentation: nil, account: nil, state: .unclaimed, statementDate)
      if try giveUnclaimedSubscription(of: purchase) {
        recorded.given.insert(original)
        recorded.newPeriods[original, default: []].append(purchase)
      } else {
        recorded.addUnclaimed(purchase, of: original)
      }
    }
  }

  /// Merges a statement into a purchase that the ledger knows, and appends an event if Apple took the purchase back or
  /// gave it back.
  ///
  /// - Returns: `nil` if the ledger does not know the purchase, or if Apple refused it.
  func mergeAndReport(
    _ purchase: PurchaseRecord, _ statementDate: StatementDate
  ) throws -> StatementStore.Change? {
    guard let change = try StatementStore(db: db).merge(purchase, statementDate) else { return nil }
    if change.isGiven, let presentation = change.presentation, change.purchase.isSubscriptionPeriod {
      try SubscriptionStore(db: db, now: now).begin(change.purchase, of: presentation, isReported: true)
    }
    guard let event = change.event else { return change }
    if event != .refundReversed {
      try appendTakenBack(event, of: change.purchase, presentation: change.presentation)
    } else if change.after != .unclaimed {
      try db.appendEvent(
        event, at: now, presentation: change.presentation, transaction: purchase.transactionID,
        original: purchase.originalTransactionID
      ) { writer in
        writer.member("product_id", change.purchase.productID)
        writer.commitment(change.purchase)
        if change.isGiven { writer.member("order_was_refused", true) }
        writer.member("source", source)
      }
    }
    return change
  }

  /// Gives what Apple reported of a subscription, and no account has, to the account whose order was refused because of
  /// a refunded period.
  ///
  /// - Returns: whether the account gets anything.
  ///   ``SubscriptionStore/refresh(_:from:newPeriods:reportedEnd:isGiven:)`` then records the event.
  func giveUnclaimedSubscription(of purchase: PurchaseRecord) throws -> Bool {
    guard let order = try PurchaseStore(db: db).giveUnclaimed(of: purchase) else { return false }
    try SubscriptionStore(db: db, now: now).begin(purchase, of: order.presentation, isReported: false)
    return true
  }

  /// Stores a purchase that Apple took back before the ledger knew it, because an older receipt without the refund may
  /// still be presented.
  ///
  /// - Returns: whether an event reports it, because an account has the purchase.
  func recordTakenBack(_ purchase: PurchaseRecord, _ statementDate: StatementDate) throws -> Bool {
    let family = try PurchaseStore(db: db).family(of: purchase)
    try StatementStore(db: db).insert(
      purchase, presentation: nil, account: family?.account, state: .refunded, statementDate)
    let subscriptions = SubscriptionStore(db: db, now: now)
    try subscriptions.follow(purchase)
    let isReplaced = try StatementStore(db: db).isReplaced(purchase)
    guard family?.account != nil,
      let event = HistoryChange.Cause(endOf: purchase, isReplaced: isReplaced).flatMap({ LedgerEventKind($0) })
    else { return false }
    let original = purchase.originalTransactionID ?? purchase.transactionID
    try appendTakenBack(
      event, of: purchase,
      presentation: try original.flatMap { try subscriptions.presentation(of: $0) } ?? family?.presentation)
    return true
  }

  /// Appends the event for a purchase that Apple took back.
  private func appendTakenBack(
    _ event: LedgerEventKind, of purchase: PurchaseRecord, presentation: Int64?
  ) throws {
    try db.appendEvent(
      event, at: now, presentation: presentation, transaction: purchase.transactionID,
      original: purchase.originalTransactionID
    ) { writer in
      writer.member("product_id", purchase.productID)
      writer.member("refunded_at", purchase.cancelled?.rfc3339)
      writer.member("reason", purchase.cancellationReason.map { String($0) })
      if let type = purchase.revocationType { writer.member("revocation_type", type) }
      if purchase.isRefundedOrUnshared { writer.member("may_be_no_longer_shared", true) }
      if let share = purchase.revocationPercentage {
        writer.key("revocation_percentage")
        writer.integer(share)
      }
      writer.member("source", source)
    }
  }

  /// Appends an event for each subscription or product that no account has.
  private func appendEvents(of unclaimed: [String: PurchaseRecord]) throws {
    for (original, purchase) in unclaimed.sorted(by: { $0.key < $1.key }) {
      try db.appendEvent(
        .unclaimed, at: now, presentation: nil, transaction: purchase.transactionID, original: original
      ) { writer in
        writer.member("product_id", purchase.productID)
        writer.member("purchased_at", purchase.purchased?.rfc3339)
        writer.member("source", source)
      }
    }
  }
}
