extension Subscription {
  /// What follows the last known period of a subscription.
  package enum Continuation: Equatable, Sendable {
    /// The source does not say.
    case unknown
    /// Nothing: the period is the last one.
    case ends
    /// Another period.
    case renews
    /// Further months, until the customer's commitment ends at this moment, and then nothing.
    case renewsUntil(Instant)
    /// Another period if the customer agrees to a higher price before this one ends, and otherwise nothing.
    case needsConsent

    /// Whether another period follows; `nil` if that is not known.
    package var willRenew: Bool? {
      switch self {
      case .renews, .renewsUntil: true
      case .ends: false
      case .needsConsent, .unknown: nil
      }
    }
  }

  /// What follows the last known period, according to the renewal information. No other code decides this.
  ///
  /// A customer who cancels a monthly subscription with a commitment ends the next commitment and not this one:
  /// `autoRenewStatus` stays 1 (Apple, article on the life cycle of monthly subscriptions with a 12-month commitment).
  package var continuation: Continuation {
    guard let renewal, let willRenew = renewal.willRenew else { return .unknown }
    guard willRenew else { return .ends }
    if let end = commitmentEnds {
      let isLast = reaches(end)
      if renewal.commitmentRenews == false { return isLast ? .ends : .renewsUntil(end) }
      // A higher price is that of the next commitment.
      if !isLast { return .renews }
    }
    return renewal.priceIncrease == .pending ? .needsConsent : .renews
  }

  /// Whether the last known period ends with a commitment. Months are minutes in the sandbox, so the tolerance is half
  /// a period.
  private func reaches(_ end: Instant) -> Bool {
    guard let last = periods.last, let start = last.start, let expires = last.purchase.expires else { return false }
    let (milliseconds, overflow) = expires.milliseconds.subtractingReportingOverflow(start.milliseconds)
    return !overflow && end <= expires.adding(DurationText(seconds: milliseconds / 1_000 / 2))
  }

  /// When the commitment of the last known period ends, to which the customer pays every month; `nil` without one.
  package var commitmentEnds: Instant? { Self.commitmentEnds(periods, renewal) }

  private static func commitmentEnds(_ periods: [Period], _ renewal: RenewalRecord?) -> Instant? {
    renewal?.commitmentEnds ?? periods.last?.purchase.commitmentEnds
  }

  /// Whether the customer pays every month and has committed to a number of months. Apple grants such a subscription
  /// no grace period (Apple, article on their life cycle).
  package var isCommitted: Bool { Self.isCommitted(periods, renewal) }

  static func isCommitted(_ periods: [Period], _ renewal: RenewalRecord?) -> Bool {
    commitmentEnds(periods, renewal) != nil
  }
}
