extension Subscription.State {
  /// Determines the state of a subscription at a moment.
  ///
  /// Active means: a period has begun, has not expired and is not cancelled. A cancelled period counts from its
  /// cancellation on as if it had never existed: it is not running, regardless of its `expires_date`. A grace period
  /// counts only if Apple names its end.
  init(at moment: Instant, periods: [Subscription.Period], renewal: RenewalRecord?) {
    if let running = periods.filter({ $0.isRunning(at: moment) }).compactMap(\.end).max() {
      self = .active(until: Self.end(of: periods, from: running))
      return
    }
    let begun = periods.filter { period in period.end != nil && period.start.map { $0 <= moment } ?? false }
    guard let last = begun.last else {
      let first = periods.first { $0.end != nil }?.start
      self = first.map { .notStarted(begins: $0) } ?? .unknown
      return
    }
    // Of an upgraded period only its replacement counts, if the source has it.
    if last.isRefunded(at: moment), let cancelled = last.purchase.cancelled {
      self = .refunded(at: cancelled, reason: last.purchase.cancellationReason)
      return
    }
    let ended = begun.compactMap(\.end).max() ?? moment
    // Renewal information applies to the newest period that the source knows, not to an earlier moment, and to no period that began
    // after it was given.
    let isOlder = renewal?.statement?.date.map { date in last.start.map { date < $0 } ?? false } ?? false
    // What Apple took back, also at an unknown time, comes back with no renewal information.
    let isTakenBack = last.upgrade == nil && last.purchase.isRefunded(by: moment)
    let isNewest = !isOlder && !isTakenBack && !periods.contains { $0.start.map { $0 > moment } ?? false }
    // Apple grants a grace period while it tries to charge; if it says that it does not try, the two contradict each
    // other.
    if isNewest, let renewal, renewal.isInBillingRetry != false, let grace = renewal.graceExpires, moment < grace,
      ended <= grace, !Self.isEarly(renewal, before: ended)
    {
      self = .gracePeriod(until: grace)
    } else if isNewest, renewal?.isInBillingRetry == true {
      self = .billingRetry(since: ended)
    } else {
      self = .expired(at: ended)
    }
  }

  /// Whether renewal information was given before Apple first charged for the period that follows, so that it tells of no failure to.
  private static func isEarly(_ renewal: RenewalRecord, before end: Instant) -> Bool {
    guard let given = renewal.statement?.date else { return false }
    return given.adding(Subscription.longestAhead) < end
  }

  /// The end of the running period until `end` together with the periods that follow it without a gap.
  private static func end(of periods: [Subscription.Period], from end: Instant) -> Instant {
    // Periods are in the order of their beginning.
    periods.reduce(end) { reached, period in
      guard let start = period.start, let end = period.end, start <= reached else { return reached }
      return max(reached, end)
    }
  }
}
