import GRDB
import ReceiptKit

/// Takes in what Apple says of purchases, in an answer or a notification, inside a transaction.
struct HistoryBook {
  let db: Database
  let now: Instant
  /// What says it, for events: `verifyReceipt`, or the type of a notification.
  let source: String
  /// Whether a purchase that nobody knows is worth an event.
  let tellsOfUnclaimed: Bool

  func take(_ history: PurchaseHistory) throws {
    let originals = try purchases(history)
    let status = SubscriptionStatus(history, at: now)
    for subscription in status.subscriptions {
      guard let original = subscription.originalTransactionID else { continue }
      try take(subscription, original, newPeriods: originals[original] ?? [])
    }
  }

  /// Records periods and refunds.
  ///
  /// - Returns: new periods of known subscriptions, by original transaction.
  private func purchases(_ history: PurchaseHistory) throws -> [String: [PurchaseRecord]] {
    let book = PurchaseBook(db: db)
    let knowledge = KnowledgeBook(db: db, now: now)
    var periods: [String: [PurchaseRecord]] = [:]
    var strangers: [String: PurchaseRecord] = [:]
    for purchase in history.purchases {
      guard let transaction = purchase.transactionID else { continue }
      let original = purchase.originalTransactionID ?? transaction
      if try book.entry(ofTransaction: transaction) == nil {
        if purchase.isSubscriptionPeriod, let entry = try book.entry(ofOriginal: original), let account = entry.account
        {
          try book.record(purchase, presentation: nil, account: account, state: .accepted)
          periods[original, default: []].append(purchase)
        } else if tellsOfUnclaimed, !purchase.isTakenBack {
          try book.record(purchase, presentation: nil, account: nil, state: .unclaimed)
          let known = strangers[original]?.purchased?.milliseconds ?? .min
          if (purchase.purchased?.milliseconds ?? 0) > known { strangers[original] = purchase }
        }
      }
      try knowledge.refund(purchase, from: source)
    }
    for (original, purchase) in strangers.sorted(by: { $0.key < $1.key }) {
      try EventLog(db: db).append(
        .unclaimed, at: now, presentation: nil, transaction: purchase.transactionID, original: original
      ) { writer in
        writer.member("product_id", purchase.productID)
        writer.member("purchased_at", purchase.purchased?.rfc3339)
        writer.member("source", source)
      }
    }
    return periods
  }

  private func take(_ found: Subscription, _ original: String, newPeriods: [PurchaseRecord]) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT state, expires_at, presentation_id FROM subscription WHERE original_transaction_id = ?"),
      arguments: [original])
    guard let row, let old = RenewalState(rawValue: row["state"]), let state = RenewalState(found.state) else { return }
    let known: Int64 = row["expires_at"] ?? 0
    let latest = found.periods.last { $0.purchase.expires != nil }?.purchase
    let expires = found.periods.compactMap { $0.purchase.expires?.milliseconds }.max() ?? known
    // Whoever knows less than we do is late: an old notification, or an answer that crossed another.
    guard expires >= known else { return }
    let change = SubscriptionChange(old: old, new: state, hasLaterPeriod: expires > known)
    for kind in change.events {
      try EventLog(db: db).append(
        kind, at: now, presentation: row["presentation_id"], transaction: latest?.transactionID, original: original
      ) { writer in
        writer.member("product_id", latest?.productID)
        writer.member("expires_at", latest?.expires?.rfc3339)
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
        UPDATE subscription SET state = ?, expires_at = ?, product_id = coalesce(?, product_id), changed_at = ?
        WHERE original_transaction_id = ?
        """
    ).execute(arguments: [state.rawValue, expires, latest?.productID, now.milliseconds, original])
    try TaskBook(db: db, now: now).schedule(subscription: original, at: nextPoll(state, expires))
  }

  private func nextPoll(_ state: RenewalState, _ expires: Int64) -> Instant? {
    switch state {
    case .active, .lapsed: PollSchedule.next(expires: Instant(milliseconds: expires), now: now)
    case .billingRetry, .gracePeriod: PollSchedule.whileRetrying(now: now)
    case .expired, .refunded: nil
    }
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
  init?(_ state: Subscription.State) {
    switch state {
    case .active: self = .active
    case .gracePeriod: self = .gracePeriod
    case .billingRetry: self = .billingRetry
    case .refunded: self = .refunded
    case .expired: self = .expired
    case .notStarted, .unknown: return nil
    }
  }
}
