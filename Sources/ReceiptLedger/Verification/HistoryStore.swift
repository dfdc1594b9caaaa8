import GRDB
import ReceiptKit

/// Takes in what Apple says of purchases, in an answer or a notification, inside a transaction.
struct HistoryBook {
  let db: Database
  let now: Instant
  /// What says it, for events: `verifyReceipt`, or the type of a notification.
  let source: String
  /// Whether Apple was asked just now, about a receipt of this ledger. Then it is the newest that can be known, and a purchase that
  /// nobody knows is no news. What was only handed in may be late, and come twice.
  let wasAskedNow: Bool

  func take(_ history: PurchaseHistory) throws {
    let (known, periods) = try purchases(history)
    for subscription in SubscriptionStatus(known, at: now).subscriptions {
      guard let original = subscription.originalTransactionID else { continue }
      try take(subscription, original, newPeriods: periods[original] ?? [], saidAt: moment(of: history))
    }
  }

  /// When it was said. A time that lies ahead is none: it would make everything that follows late.
  private func moment(of history: PurchaseHistory) -> Instant? {
    guard let moment = history.knownUntil?.instant, moment.milliseconds <= now.milliseconds + 86_400_000 else {
      return nil
    }
    return moment
  }

  /// Records periods and refunds.
  ///
  /// - Returns: the history together with the refunds that are known besides, and the new periods of known subscriptions by
  ///   original transaction.
  private func purchases(_ history: PurchaseHistory) throws -> (PurchaseHistory, [String: [PurchaseRecord]]) {
    let book = PurchaseBook(db: db)
    let knowledge = KnowledgeBook(db: db, now: now)
    var history = history
    var periods: [String: [PurchaseRecord]] = [:]
    var strangers: [String: PurchaseRecord] = [:]
    for index in history.purchases.indices {
      let purchase = history.purchases[index]
      guard let transaction = purchase.transactionID else { continue }
      let original = purchase.originalTransactionID ?? transaction
      if let entry = try book.entry(ofTransaction: transaction) {
        // A late notification does not know of the refund.
        if entry.state == .refunded, !purchase.isTakenBack {
          history.purchases[index].cancelled = entry.refunded ?? purchase.purchased ?? now
        }
      } else if purchase.isSubscriptionPeriod, let account = try book.entry(ofOriginal: original)?.account {
        try book.record(purchase, presentation: nil, account: account, state: .accepted)
        if !purchase.isTakenBack { periods[original, default: []].append(purchase) }
      } else if !wasAskedNow, !purchase.isTakenBack {
        try book.record(purchase, presentation: nil, account: nil, state: .unclaimed)
        let known = strangers[original]?.purchased?.milliseconds ?? .min
        if (purchase.purchased?.milliseconds ?? 0) > known { strangers[original] = purchase }
      }
      try knowledge.refund(purchase, from: source)
    }
    try tell(ofUnclaimed: strangers)
    return (history, periods)
  }

  private func tell(ofUnclaimed strangers: [String: PurchaseRecord]) throws {
    for (original, purchase) in strangers.sorted(by: { $0.key < $1.key }) {
      try EventLog(db: db).append(
        .unclaimed, at: now, presentation: nil, transaction: purchase.transactionID, original: original
      ) { writer in
        writer.member("product_id", purchase.productID)
        writer.member("purchased_at", purchase.purchased?.rfc3339)
        writer.member("source", source)
      }
    }
  }

  private func take(
    _ found: Subscription, _ original: String, newPeriods: [PurchaseRecord], saidAt moment: Instant?
  ) throws {
    guard let known = try KnownSubscription(db, original), let said = RenewalState(found, at: now) else { return }
    // The newest period by its beginning: one that was ended for an upgrade may have a later expiry.
    let newest = found.periods.compactMap { $0.start?.milliseconds }.max() ?? 0
    let current = found.periods.last(where: \.isCurrent)
    let expires = current?.purchase.expires?.milliseconds ?? known.expires
    let begins = current?.start?.milliseconds ?? 0
    let hasLaterPeriod = (begins, expires) > (known.begins, known.expires) && current != nil
    guard newest >= known.begins, !known.isNewer(than: moment) else { return }
    if !hasLaterPeriod {
      // Nothing new, and no date: then what goes back is late.
      let isUndated = moment == nil && !wasAskedNow
      let isShorter = begins == known.begins && expires < known.expires
      if isUndated, isShorter || said.stage < known.state.stage { return }
      // Over is over: that Apple does not repeat why means nothing.
      if said == .lapsed, known.state == .expired || known.state == .refunded { return }
    }
    let change = SubscriptionChange(old: known.state, new: said, hasLaterPeriod: hasLaterPeriod)
    for kind in change.events {
      try EventLog(db: db).append(
        kind, at: now, presentation: known.presentation, transaction: current?.purchase.transactionID,
        original: original
      ) { writer in
        writer.member("product_id", current?.purchase.productID)
        writer.member("expires_at", current?.purchase.expires?.rfc3339)
        if kind == .renewed || kind == .recovered, newPeriods.count > 1 {
          writer.member("transactions", newPeriods.compactMap(\.transactionID))
        }
        if kind == .inGracePeriod { writer.member("grace_period_expires_at", found.renewal?.graceExpires?.rfc3339) }
        if kind == .expired { writer.member("expiration_intent", found.renewal?.expirationIntent.map { String($0) }) }
        writer.member("source", source)
      }
    }
    try db.cachedStatement(
      sql: """
        UPDATE subscription SET
          changed_at = CASE WHEN state = ?2 AND expires_at = ?3 THEN changed_at ELSE ?6 END,
          state = ?2, expires_at = ?3, begins_at = ?4, product_id = coalesce(?5, product_id),
          known_at = max(coalesce(known_at, ?7), coalesce(?7, known_at))
        WHERE original_transaction_id = ?1
        """
    ).execute(arguments: [
      original, said.rawValue, expires, newest, current?.purchase.productID, now.milliseconds, moment?.milliseconds,
    ])
    try reschedule(original)
  }

  /// Says when Apple is asked next about a subscription, by what is known of it now.
  func reschedule(_ original: String) throws {
    guard let known = try KnownSubscription(db, original) else { return }
    let expires = Instant(milliseconds: known.expires)
    let due: Instant? =
      switch known.state {
      case .active where now < expires: PollSchedule.next(expires: expires, now: now)
      case .active, .lapsed: PollSchedule.whileLapsed(since: expires, now: now)
      case .billingRetry, .gracePeriod: PollSchedule.whileRetrying(now: now)
      case .expired, .refunded: nil
      }
    try TaskBook(db: db, now: now).schedule(subscription: original, at: due)
  }
}

/// What a ledger knows of a subscription.
private struct KnownSubscription {
  let state: RenewalState
  let expires: Int64
  /// When its newest period begins.
  let begins: Int64
  /// As of when Apple said so last, where that is known.
  let saidAt: Int64?
  let presentation: Int64?

  init?(_ db: Database, _ original: String) throws {
    let row = try db.row(
      """
      SELECT state, expires_at, begins_at, known_at, presentation_id FROM subscription WHERE original_transaction_id = ?
      """, [original])
    guard let row else { return nil }
    state = try row["state"]
    expires = (try row["expires_at"] as Instant?)?.milliseconds ?? 0
    begins = (try row["begins_at"] as Instant?)?.milliseconds ?? 0
    saidAt = (try row["known_at"] as Instant?)?.milliseconds
    presentation = try row["presentation_id"]
  }

  func isNewer(than moment: Instant?) -> Bool {
    guard let moment, let saidAt else { return false }
    return moment.milliseconds < saidAt
  }
}

extension Subscription.Period {
  /// Whether it was neither taken back nor ended for another product.
  fileprivate var isCurrent: Bool {
    purchase.expires != nil && !purchase.isTakenBack && purchase.isUpgraded != true
  }
}

/// Which events tell of a subscription's way from one state to another.
struct SubscriptionChange {
  let old: RenewalState
  let new: RenewalState
  let hasLaterPeriod: Bool

  var events: [LedgerEventKind] {
    let hadFailed = old == .billingRetry || old == .gracePeriod
    let renewal: [LedgerEventKind] = hasLaterPeriod ? [hadFailed ? .recovered : .renewed] : []
    switch new {
    case .active:
      // Back without a later period: Apple moved the end, or the charge went through after all.
      return renewal.isEmpty && old != .active && old != .lapsed ? [hadFailed ? .recovered : .renewed] : renewal
    case .gracePeriod: return renewal + (hasLaterPeriod || old != .gracePeriod ? [.inGracePeriod] : [])
    case .billingRetry: return renewal + (hasLaterPeriod || old != .billingRetry ? [.inBillingRetry] : [])
    case .expired: return renewal + (hasLaterPeriod || old != .expired ? [.expired] : [])
    // The refund of the purchase is an event of its own.
    case .refunded, .lapsed: return renewal
    }
  }
}

extension RenewalState {
  /// What a source says of a subscription now; `nil` where it does not know.
  ///
  /// A period that is over ends the subscription only where Apple says so: at first its list is the old one, also of those that it is
  /// about to renew. After as long as Apple may try to charge nothing is to be expected any more.
  init?(_ subscription: Subscription, at now: Instant) {
    switch subscription.state {
    case .active: self = .active
    case .gracePeriod: self = .gracePeriod
    case .billingRetry: self = .billingRetry
    case .refunded: self = .refunded
    case .expired(let end):
      let isFinal = subscription.renewal?.willRenew == false || subscription.renewal?.expirationIntent != nil
      self = isFinal || PollSchedule.whileLapsed(since: end, now: now) == nil ? .expired : .lapsed
    case .notStarted, .unknown: return nil
    }
  }

  /// How far a period has come: without a later one it never goes back.
  fileprivate var stage: Int {
    switch self {
    case .active, .lapsed: 0
    case .gracePeriod: 1
    case .billingRetry: 2
    case .expired: 3
    case .refunded: 4
    }
  }
}
