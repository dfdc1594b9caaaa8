import ReceiptKit

/// What ``Holdings`` says of a subscription, as far as a ledger stores it, for lists and for the date of the next
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
    let current = subscription.periods.last(where: \.isCurrent)
    let last = current ?? subscription.periods.last
    // Apple may say that a period is running which is not known itself.
    let until = current == nil ? subscription.state.activeUntil : nil
    expires = (until ?? last?.purchase.expires)?.milliseconds ?? 0
    // The newest period by its start. A period that was ended for an upgrade may have a later expiry.
    begins = subscription.periods.compactMap { $0.start?.milliseconds }.max() ?? 0
    productID = until == nil ? last?.purchase.productID : subscription.holding.products.last
  }

  init(_ row: StoredRow) throws {
    state = try row["state"]
    expires = (try row["expires_at"] as Instant?)?.milliseconds ?? 0
    begins = (try row["begins_at"] as Instant?)?.milliseconds ?? 0
    productID = try row["product_id"]
  }

  /// Whether another snapshot has a later period, or a later end of the same period.
  ///
  /// - Parameter start: the start of the other snapshot's period.
  func isBefore(_ other: SubscriptionSnapshot, begins start: Instant? = nil) -> Bool {
    (begins, expires) < (start?.milliseconds ?? other.begins, other.expires)
  }
}

extension Subscription {
  /// Whether a grace period ended at that moment and no later statement is known. Apple goes on trying to charge after
  /// it.
  fileprivate func isAfterGrace(until end: Instant) -> Bool {
    // 4 is Apple's status of a subscription in its grace period.
    if case .status(4, _) = holding.basis { return true }
    return renewal?.isInBillingRetry == true && renewal?.graceExpires == end
  }
}

extension Subscription.Period {
  /// Whether the period has a known end, and was neither taken back nor ended for another product.
  var isCurrent: Bool { purchase.expires != nil && !purchase.isTakenBack }
}

extension Subscription {
  /// The event for the end of the purchase, if Apple took it back.
  var endEvent: LedgerEventKind? { LedgerEventKind(HistoryChange.Cause(takenBack: state)) }

  /// The end to show beside the state: while a period is running, the end of that period, which need not be known as a
  /// purchase; `nil` if Apple did not name it.
  ///
  /// - Parameter stored: the end of the newest known period.
  func end(in state: RenewalState, stored: Instant?, at moment: Instant) -> Instant? {
    guard state == .active else { return stored }
    let end = kept(at: moment)?.until ?? holding.state.activeUntil ?? stored
    return end.flatMap { moment < $0 ? $0 : nil }
  }

  /// The period that stays granted although no statement decides, and its end. Apple has not ended this period, and
  /// Apple's statement about the last period does not apply after the end of that period.
  func kept(at moment: Instant) -> (period: Period, until: Instant)? {
    guard holding.access == .unknown else { return nil }
    // Another subscription of the customer continues in place of this one.
    if case .replaced(_?, _) = state { return nil }
    let begun = periods.last { period in period.start.map { $0 <= moment } ?? false }
    guard let begun, !begun.purchase.neverBegan, let expires = begun.purchase.expires else { return nil }
    if case .earlierOnly(let newest) = state { return (begun, newest) }
    return moment < expires ? (begun, expires) : nil
  }
}

extension RenewalState {
  /// Whether only another statement can change the state, not the passing of time.
  var isSettled: Bool { self == .expired || self == .refunded }

  /// The state of a subscription, according to ``Holdings``.
  ///
  /// The end of a period ends the subscription only if Apple says so, because Apple's list is out of date at first,
  /// even for subscriptions that are about to renew. After the maximum time of Apple's charging attempts, no renewal is
  /// expected.
  init(_ subscription: Subscription, at now: Instant) {
    switch subscription.state {
    // No subscription is `notBought` or `bought`: these are states of products that are bought once.
    case .active, .notStarted, .notBought, .bought: self = .active
    case .gracePeriod, .graceWithoutEnd: self = .gracePeriod
    case .billingRetry: self = .billingRetry
    case .refunded, .noLongerShared, .refundedOrUnshared, .seatTakenBack: self = .refunded
    case .expired(nil, _): self = .expired
    case .lapsed(let end) where subscription.isAfterGrace(until: end): self = .billingRetry
    case .expired(let end?, _), .lapsed(let end):
      var isFinal = subscription.continuation == .ends || subscription.renewal?.expirationIntent != nil
      if case .status = subscription.holding.basis { isFinal = true }
      let next = PollSchedule.whileLapsed(since: end, retryDays: subscription.retryDays, now: now)
      self = isFinal || next == nil ? .expired : .lapsed
    case .moved, .replaced, .earlierOnly, .renewalOnly, .unknown:
      self = subscription.kept(at: now) == nil ? .lapsed : .active
    }
  }
}
