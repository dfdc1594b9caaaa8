import ReceiptKit

/// When Apple is asked about a subscription.
enum PollSchedule {
  private static let hour: Int64 = 3_600_000

  /// An hour before its expiry, a minute past it, then every hour until Apple says how it goes on.
  static func next(expires: Instant?, now: Instant) -> Instant {
    guard let expires else { return Instant(milliseconds: now.milliseconds + hour) }
    if now.milliseconds < expires.milliseconds - hour { return Instant(milliseconds: expires.milliseconds - hour) }
    if now <= expires { return Instant(milliseconds: expires.milliseconds + 60_000) }
    return Instant(milliseconds: now.milliseconds + hour)
  }

  /// While Apple tries to charge, which it does for up to 60 days (Apple, "Reducing involuntary subscriber churn").
  static func whileRetrying(now: Instant) -> Instant { Instant(milliseconds: now.milliseconds + 12 * hour) }

  /// For a receipt whose last period is over when it is presented: at once.
  static func first(expires: Instant?, now: Instant) -> Instant {
    if let expires, expires > now { return next(expires: expires, now: now) }
    return now
  }
}
