import ReceiptKit

/// Takes in what Apple says of purchases, in an answer or a notification, inside a transaction.
struct HistoryStore {
  let db: Database
  let now: Instant
  /// The source, for events: `verifyReceipt`, or the type of a notification.
  let source: String
  /// Whether this is a fresh answer of Apple's about a receipt of this ledger.
  ///
  /// A fresh answer is the newest possible knowledge, and an unknown purchase in it is not an event. A statement that
  /// was handed in may be late, and arrive twice.
  let wasAskedNow: Bool

  func take(_ history: PurchaseHistory) throws {
    let (known, periods) = try purchases(history, StatementDate(moment(of: history), isSigned: false))
    let date = moment(of: history) ?? (wasAskedNow ? now : nil)
    for subscription in SubscriptionStatus(known, at: now).subscriptions {
      guard let original = subscription.originalTransactionID else { continue }
      if let renewal = subscription.renewal, let date {
        try store(renewal, of: original, begins: subscription.periods.last?.start, saidAt: date)
      }
      try take(subscription, original, newPeriods: periods[original] ?? [], saidAt: moment(of: history))
    }
  }

  /// The time of the statement. A time in the future is ignored: it would make everything that follows late.
  private func moment(of history: PurchaseHistory) -> Instant? {
    guard let moment = history.knownUntil?.instant, moment.milliseconds <= now.milliseconds + 86_400_000 else {
      return nil
    }
    return moment
  }

  /// Records periods and refunds.
  ///
  /// - Parameter said: when that was said, and whether Apple signed it.
  /// - Returns: the history together with other known refunds, and the new periods of known subscriptions by original
  ///   transaction.
  func purchases(
    _ history: PurchaseHistory, _ said: StatementDate
  ) throws -> (PurchaseHistory, [String: [PurchaseRecord]]) {
    let store = PurchaseStore(db: db)
    let knowledge = KnowledgeStore(db: db, now: now)
    var history = history
    var periods: [String: [PurchaseRecord]] = [:]
    var strangers: [String: PurchaseRecord] = [:]
    for index in history.purchases.indices {
      let purchase = history.purchases[index]
      guard let transaction = purchase.transactionID else { continue }
      let original = purchase.originalTransactionID ?? transaction
      if let entry = try store.entry(ofTransaction: transaction) {
        if let signedAt = said.signedAt {
          if try knowledge.restate(purchase, signedAt: signedAt, from: source) { strangers[original] = purchase }
        } else if let date = said.at ?? (wasAskedNow ? now : nil) {
          try knowledge.end(purchase, saidAt: date)
        }
        // A late notification does not know of the refund.
        if entry.state == .refunded, !purchase.isTakenBack {
          history.purchases[index].cancelled = entry.refunded ?? purchase.purchased ?? now
        }
      } else if purchase.isSubscriptionPeriod || !wasAskedNow, let account = try store.family(of: purchase)?.account {
        // It belongs to the account of its subscription or product at once, so that no other account can claim it. It has no order
        // before an order of that account presents it.
        try store.record(purchase, presentation: nil, account: account, state: .accepted, said)
        try knowledge.follow(purchase)
        if purchase.isSubscriptionPeriod, !purchase.isTakenBack { periods[original, default: []].append(purchase) }
      } else if !wasAskedNow, !purchase.isTakenBack {
        try store.record(purchase, presentation: nil, account: nil, state: .unclaimed, said)
        let known = strangers[original]?.purchased?.milliseconds ?? .min
        if (purchase.purchased?.milliseconds ?? 0) > known { strangers[original] = purchase }
      }
      try knowledge.refund(purchase, said, from: source)
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

  /// - Parameter isWhole: whether it is all that is known, and not one statement that may be late.
  func take(
    _ found: Subscription, _ original: String, newPeriods: [PurchaseRecord], saidAt moment: Instant?,
    isWhole: Bool = false
  ) throws {
    guard let known = try KnownSubscription(db, original), let said = RenewalState(found, at: now) else { return }
    // The newest period by its beginning: one that was ended for an upgrade may have a later expiry.
    let newest = found.periods.compactMap { $0.start?.milliseconds }.max() ?? 0
    let current = found.periods.last(where: \.isCurrent)
    let last = current ?? (isWhole ? found.periods.last : nil)
    let expires = last?.purchase.expires?.milliseconds ?? known.expires
    let begins = current?.start?.milliseconds ?? 0
    let hasLaterPeriod = (begins, expires) > (known.begins, known.expires) && current != nil
    guard newest >= known.begins, !known.isNewer(than: moment) else { return }
    if !hasLaterPeriod, !isWhole {
      // Nothing new, and no date: a step back then comes from a late statement.
      let isUndated = moment == nil && !wasAskedNow
      let isShorter = begins == known.begins && expires < known.expires
      if isUndated, isShorter || said.stage < known.state.stage { return }
      // An ended subscription stays ended: that Apple does not repeat the reason means nothing.
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
    try db.run(
      """
      UPDATE subscription SET
        changed_at = CASE WHEN state = ?2 AND expires_at = ?3 THEN changed_at ELSE ?6 END,
        state = ?2, expires_at = ?3, begins_at = ?4, product_id = coalesce(?5, product_id),
        known_at = max(coalesce(known_at, ?7), coalesce(?7, known_at))
      WHERE original_transaction_id = ?1
      """,
      [
        original, said.rawValue, expires, newest, last?.purchase.productID, now.milliseconds, moment?.milliseconds,
      ])
    try reschedule(original)
  }

  /// Schedules the next request to Apple about a subscription, by its present state.
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
    try TaskStore(db: db, now: now).schedule(subscription: original, at: due)
  }
}

/// The ledger's knowledge of a subscription.
private struct KnownSubscription {
  let state: RenewalState
  let expires: Int64
  /// When its newest period begins.
  let begins: Int64
  /// The date of Apple's latest statement about it, if known.
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
  /// Whether it was neither refunded nor ended for another product.
  fileprivate var isCurrent: Bool {
    purchase.expires != nil && !purchase.isTakenBack && purchase.isUpgraded != true
  }
}

/// The events for a subscription's transition from one state to another.
struct SubscriptionChange {
  let old: RenewalState
  let new: RenewalState
  let hasLaterPeriod: Bool

  var events: [LedgerEventKind] {
    let hadFailed = old == .billingRetry || old == .gracePeriod
    let renewal: [LedgerEventKind] = hasLaterPeriod ? [hadFailed ? .recovered : .renewed] : []
    switch new {
    case .active:
      // Back without a later period: Apple moved the end, or the charge succeeded after all.
      return renewal.isEmpty && old != .active && old != .lapsed ? [hadFailed ? .recovered : .renewed] : renewal
    case .gracePeriod: return renewal + (hasLaterPeriod || old != .gracePeriod ? [.inGracePeriod] : [])
    case .billingRetry: return renewal + (hasLaterPeriod || old != .billingRetry ? [.inBillingRetry] : [])
    case .expired: return renewal + (hasLaterPeriod || old != .expired ? [.expired] : [])
    // The refund of the purchase is a separate event.
    case .refunded, .lapsed: return renewal
    }
  }
}

extension RenewalState {
  /// The present state of a subscription according to a source; `nil` if the source does not know it.
  ///
  /// A period that is over ends the subscription only if Apple says so: Apple's list is out of date at first, even for
  /// subscriptions that are about to renew. After the maximum time of Apple's charging attempts no renewal is expected.
  init?(_ subscription: Subscription, at now: Instant) {
    switch subscription.state {
    case .active: self = .active
    case .gracePeriod, .graceWithoutEnd: self = .gracePeriod
    case .billingRetry: self = .billingRetry
    case .refunded, .noLongerShared, .seatTakenBack: self = .refunded
    case .expired(let end?, _), .lapsed(let end):
      let isFinal = subscription.renewal?.willRenew == false || subscription.renewal?.expirationIntent != nil
      self = isFinal || PollSchedule.whileLapsed(since: end, now: now) == nil ? .expired : .lapsed
    // Nothing that Apple said of the subscription as a whole: what is recorded stays.
    case .expired(nil, _), .moved, .replaced, .earlierOnly, .notStarted, .bought, .renewalOnly, .unknown: return nil
    }
  }

  /// The stage of a period: without a later period it never goes back.
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
