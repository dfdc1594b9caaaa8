/// What can stand in a notification about a subscription: every status, and each transaction and renewal information.
/// The notification is signed on day 100.
public struct NotificationContent: Sendable {
  /// The transaction in a notification.
  public enum Period: CaseIterable, Sendable {
    /// Of the period that runs when the notification is signed: days 90 to 120.
    case running
    /// Of the period before it: days 60 to 90.
    case earlier
    /// There is no transaction.
    case none
  }

  /// The renewal information in a notification.
  public enum Renewal: CaseIterable, Sendable {
    /// There is no renewal information.
    case none
    /// As Apple writes it beside the status; for a subscription that goes on it names the end of the newest period.
    case plain
    /// Apple fails to charge, and names the end of the grace period: day 106.
    case grace
  }

  /// The place in ``all``.
  public let number: Int
  /// `data.status`.
  public let status: Int?
  /// The transaction.
  public let period: Period
  /// Whether the transaction was revoked.
  public let isRevoked: Bool
  /// The renewal information.
  public let renewal: Renewal

  /// Every content, also the empty one, which names no subscription.
  public static let all: [NotificationContent] = {
    var all: [NotificationContent] = []
    for status in [nil, 1, 2, 3, 4, 5] as [Int?] {
      for period in Period.allCases {
        for isRevoked in period == .none ? [false] : [false, true] {
          for renewal in Renewal.allCases {
            all.append(
              NotificationContent(
                number: all.count, status: status, period: period, isRevoked: isRevoked, renewal: renewal))
          }
        }
      }
    }
    return all
  }()

  /// The members of the renewal information that differ from test to test, each with a comma before it; `nil` for a
  /// notification without renewal information.
  ///
  /// - Parameter day: milliseconds since 1970 of a day.
  public func renewalMembers(_ day: (Int64) -> Int64) -> String? {
    switch (renewal, status) {
    case (.none, _): nil
    case (.plain, 3?), (.plain, 4?): #","isInBillingRetryPeriod":true"#
    case (.plain, 2?), (.plain, 5?): #","expirationIntent":2"#
    case (.plain, _): #","renewalDate":\#(day(120))"#
    case (.grace, _): #","isInBillingRetryPeriod":true,"gracePeriodExpiresDate":\#(day(106))"#
    }
  }
}
