import ReceiptKit

/// When Apple is asked about a subscription.
enum PollSchedule {
  private static let hour: Int64 = 3_600_000

  private static let day = 24 * hour

  /// An hour before the expiry, a minute after it, then every hour.
  static func next(expires: Instant, now: Instant) -> Instant {
    if now.milliseconds < expires.milliseconds - hour { return Instant(milliseconds: expires.milliseconds - hour) }
    if now <= expires { return Instant(milliseconds: expires.milliseconds + 60_000) }
    return Instant(milliseconds: now.milliseconds + hour)
  }

  /// While the outcome is unknown: every hour for a day, then every day for as long as Apple may try to charge, and a
  /// day more.
  ///
  /// - Parameter retryDays: for how many days Apple tries to charge.
  /// - Returns: `nil` once no renewal is expected.
  static func whileLapsed(since end: Instant, retryDays: Int, now: Instant) -> Instant? {
    let elapsed = now.milliseconds - end.milliseconds
    if elapsed < day { return Instant(milliseconds: now.milliseconds + hour) }
    return elapsed < Int64(retryDays + 1) * day ? Instant(milliseconds: now.milliseconds + day) : nil
  }

  /// The next request about a subscription that Apple does not know: after a day.
  static func whileUnknown(now: Instant) -> Instant { Instant(milliseconds: now.milliseconds + day) }

  /// Every 12 hours while Apple tries to charge, which it does for up to 60 days (Apple, "Reducing involuntary
  /// subscriber churn"), or 90 for a monthly payment of a commitment.
  static func whileRetrying(now: Instant) -> Instant { Instant(milliseconds: now.milliseconds + 12 * hour) }

  /// The date of the first request. It is now if the last period is already over when the receipt is presented.
  static func first(expires: Instant?, now: Instant) -> Instant {
    if let expires, expires > now { return next(expires: expires, now: now) }
    return now
  }
}
