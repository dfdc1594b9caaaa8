extension Holding {
  /// The known state, at a moment, of a subscription or of a product that is bought once.
  public enum State: Equatable, Sendable {
    /// A period is running until this moment, including the periods of its product that follow it without a gap. `nil`
    /// if Apple's status says that a period is running but the history does not contain that period.
    case active(until: Instant?)
    /// The last period has ended, and Apple grants access until this moment while it tries to charge.
    case gracePeriod(until: Instant)
    /// The same, but the end of the grace period is unknown. The grace period ends at this moment at the latest.
    case graceWithoutEnd(atLatest: Instant)
    /// The last period has ended, and Apple is still trying to charge.
    case billingRetry(since: Instant?)
    /// Apple paid back the whole price, or the given share in thousandths of a percent. The moment and the reason are
    /// given if they are known.
    case refunded(at: Instant?, share: Int64? = nil, reason: Int64?)
    /// A member of the family stopped sharing the product.
    case noLongerShared(since: Instant?)
    /// Apple paid the price back, or a member of the family stopped sharing the product: a receipt does not say which.
    case refundedOrUnshared(at: Instant?)
    /// The organization or the purchaser of the group took the seat back.
    case seatTakenBack(since: Instant?)
    /// Apple ended the access for a reason other than a refund, such as a move to a bundle.
    case moved(at: Instant?)
    /// Another product replaced this one. Its identifier and the moment are given if they are known.
    case replaced(by: String?, at: Instant?)
    /// The subscription had ended when Apple made its statement; `intent` is the reason, `expiration_intent`.
    case expired(at: Instant?, intent: Int64? = nil)
    /// The last known period ended after the last statement, so the history could not contain a renewal.
    case lapsed(at: Instant)
    /// The history contains only earlier periods, of which the newest ends at this moment.
    case earlierOnly(newestEnds: Instant)
    /// The first period begins later, at this moment.
    case notStarted(begins: Instant)
    /// The customer bought a product that does not expire by itself, but only later, at this moment.
    case notBought(until: Instant?)
    /// The customer bought a product that does not expire by itself, this many times, last at this moment.
    case bought(at: Instant?, times: Int)
    /// Only renewal information is known, which does not say whether a period is paid.
    case renewalOnly(renews: Bool?)
    /// No date in the history determines the state.
    case unknown

    /// Whether the customer may use it.
    public var access: Access {
      switch self {
      case .active, .gracePeriod, .graceWithoutEnd, .bought: .yes
      case .billingRetry, .refunded, .noLongerShared, .refundedOrUnshared, .seatTakenBack, .expired, .notStarted,
        .notBought:
        .no
      case .moved, .replaced, .lapsed, .earlierOnly, .renewalOnly, .unknown: .unknown
      }
    }

    /// What to request to learn more; `nil` if the history leaves nothing open.
    package var question: Question? {
      switch self {
      case .active(nil), .graceWithoutEnd, .moved, .replaced: .status
      case .earlierOnly, .renewalOnly: .transaction
      case .lapsed, .unknown: .receipt
      default: nil
      }
    }

    /// Whether the customer had access.
    public var isActive: Bool { access == .yes }

    /// The end of the access; `nil` without access or if the end is unknown.
    public var activeUntil: Instant? {
      switch self {
      case .active(let until): until
      case .gracePeriod(let until), .graceWithoutEnd(let until): until
      default: nil
      }
    }

    /// The date of the state.
    package var instant: Instant? {
      switch self {
      case .active(let instant), .billingRetry(let instant), .refunded(let instant, _, _), .noLongerShared(let instant),
        .refundedOrUnshared(let instant), .seatTakenBack(let instant), .moved(let instant), .replaced(_, let instant),
        .expired(let instant, _),
        .bought(let instant, _), .notBought(let instant):
        instant
      case .gracePeriod(let instant), .graceWithoutEnd(let instant), .lapsed(let instant), .earlierOnly(let instant),
        .notStarted(let instant):
        instant
      case .renewalOnly, .unknown: nil
      }
    }

    /// The word of JSON output.
    public var name: String {
      switch self {
      case .active, .bought: "active"
      case .gracePeriod, .graceWithoutEnd: "grace_period"
      case .billingRetry: "billing_retry"
      case .refunded, .noLongerShared, .refundedOrUnshared, .seatTakenBack: "refunded"
      case .moved: "moved"
      case .replaced: "replaced"
      case .expired, .lapsed: "expired"
      case .notStarted, .notBought: "not_started"
      case .earlierOnly, .renewalOnly, .unknown: "unknown"
      }
    }

    /// Apple's number for the state: 1 active, 2 expired, 3 billing retry, 4 billing grace period, 5 revoked (Apple,
    /// status).
    package var status: Int {
      switch self {
      case .active, .bought: 1
      case .expired, .lapsed, .replaced, .notStarted, .notBought, .earlierOnly, .renewalOnly, .unknown: 2
      case .billingRetry: 3
      case .gracePeriod, .graceWithoutEnd: 4
      case .refunded, .noLongerShared, .refundedOrUnshared, .seatTakenBack, .moved: 5
      }
    }

    /// Every word of ``name``.
    package static let names = [
      "active", "grace_period", "billing_retry", "refunded", "moved", "replaced", "expired", "not_started", "unknown",
    ]

    /// What Apple took back from a purchase, according to the newest statement about it.
    package init(takenBack purchase: PurchaseRecord) {
      // A revocation ends this customer's access, whatever its reason.
      if purchase.isNoLongerShared {
        self = .noLongerShared(since: purchase.cancelled)
      } else if purchase.isSeatTakenBack {
        self = .seatTakenBack(since: purchase.cancelled)
      } else if purchase.isTakenBackForUnknownReason {
        // Some reasons are not refunds: the customer moved to a bundle, and keeps the product through the bundle.
        self = .moved(at: purchase.cancelled)
      } else if purchase.mayBeUnshared {
        self = .refundedOrUnshared(at: purchase.cancelled)
      } else {
        self = .refunded(
          at: purchase.cancelled, share: purchase.isRefundedInPart ? purchase.revocationPercentage : nil,
          reason: purchase.cancellationReason)
      }
    }
  }
}

extension PurchaseRecord {
  /// Whether signed data states a price of 0; receipts state no price.
  package var isFree: Bool { price == 0 }

  /// Whether Apple took the purchase back because a member of the family stopped sharing it.
  package var isNoLongerShared: Bool { revocationType == "FAMILY_REVOKE" }

  /// Whether Apple took the purchase back because the organization or the purchaser of the group no longer assigns the
  /// seat.
  package var isSeatTakenBack: Bool { revocationType == "ASSIGNMENT_REVOKE" }

  /// Whether the revocation has a reason that is not known here, and no kind that makes it a refund, whatever the
  /// reason. Apple names the kind of every refund, so without it even a signed status 5 may mean a move to a bundle.
  fileprivate var isTakenBackForUnknownReason: Bool {
    guard revocationType != "REFUND_FULL", revocationType != "REFUND_PRORATED" else { return false }
    return cancellationReason.map { !(0...1).contains($0) } ?? false
  }

  /// Whether the purchase may have been taken back because family sharing ended. Receipts give a date and at most a
  /// number, and the end of family sharing has the number 0. Neither the customer's own purchases nor consumables are
  /// shared.
  fileprivate var mayBeUnshared: Bool {
    revocationType == nil && cancellationReason != 1 && ownership != "PURCHASED" && productType != .consumable
  }

  /// Whether the purchase was taken back and no statement says whether that was a refund.
  package var isRefundedOrUnshared: Bool {
    guard tellsOfCancellation, isUpgraded != true else { return false }
    if case .refundedOrUnshared = Holding.State(takenBack: self) { return true }
    return false
  }

  /// Whether Apple had cancelled the purchase by a moment. Without a date of cancellation, the purchase counts as
  /// cancelled from the beginning.
  package func isRefunded(by moment: Instant) -> Bool { cancelled.map { $0 <= moment } ?? tellsOfCancellation }

  /// Whether Apple paid back a known share that is not the whole price.
  fileprivate var isRefundedInPart: Bool {
    revocationType == "REFUND_PRORATED" && revocationPercentage.map { $0 < 100_000 } ?? false
  }
}
