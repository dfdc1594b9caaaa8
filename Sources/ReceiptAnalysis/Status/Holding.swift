/// What a customer may use of one subscription, or of one product that is bought once, at one moment; see ``Holdings``.
public struct Holding: Equatable, Sendable {
  /// Whether the customer may use it. Raw values are stable and appear in JSON output.
  ///
  /// Code that grants access must treat ``unknown`` as no. But ``unknown`` is no reason to take back access that was
  /// granted before, because no statement says that the access has ended.
  public enum Access: String, CaseIterable, Sendable {
    /// The customer may use it.
    case yes
    /// According to Apple's statements or their dates, the access has ended, was taken back or has not begun.
    case no
    /// The history does not contain the statement that would decide.
    case unknown = "cannot_tell"
  }

  /// How the customer came by it. Raw values are stable and appear in JSON output.
  package enum Origin: String, CaseIterable, Sendable {
    /// The regular price, without an offer.
    case purchase
    /// A free trial.
    case trial
    /// An introductory price.
    case introductory
    /// A promotional offer, an offer code or a win-back offer.
    case offer
    /// The price is 0 without an offer.
    case free
    /// The price is 0 with an offer other than a trial.
    case freeOffer = "free_offer"
    /// A member of the family shares the product.
    case familyShare = "family_share"
    /// A seat that an organization or a group purchaser assigned (Apple, inAppOwnershipType `ASSIGNED`).
    case seat
    /// The source does not say.
    case unknown
  }

  /// The statement that decided. Raw values of ``name`` are stable and appear in JSON output.
  package enum Basis: Equatable, Sendable {
    /// Apple's signed status of the subscription, 1 to 5, and its date.
    case status(Int64, Instant?)
    /// The dates and the revocation of this transaction.
    case transaction(String?)
    /// Renewal information.
    case renewal
    /// No statement decides.
    case nothing

    /// The word of JSON output.
    public var name: String {
      switch self {
      case .status: "status"
      case .transaction: "transaction"
      case .renewal: "renewal"
      case .nothing: "nothing"
      }
    }
  }

  /// What to request if the history does not determine the access. Raw values are stable and appear in JSON output.
  package enum Question: String, CaseIterable, Sendable {
    /// Get All Subscription Statuses, or the customer's newest transaction.
    case status
    /// The transaction of the running period.
    case transaction
    /// A newer receipt, for which the customer restores purchases.
    case receipt
  }

  /// A remark for an answer that may be surprising.
  package enum Remark: Equatable, Sendable {
    /// The period begins at this moment: it is a renewal, and the previous period is not in the history.
    case renewed(begins: Instant)
    /// Apple refunded an earlier period.
    case earlierRefund
  }

  /// The state, as far as it is known.
  public let state: State
  /// How the customer got the product.
  package let origin: Origin
  /// The products that the customer may use or, without access, the products that the state is about.
  public let products: [String]
  /// The statement that decided.
  package let basis: Basis
  /// A remark for the answer.
  package let remark: Remark?
  /// Statements that contradict each other, as clauses without a final full stop. The holding then follows from the
  /// statement that grants less.
  package let contradictions: [Message]

  init(
    _ state: State, _ origin: Origin = .unknown, of products: [String], by basis: Basis, remark: Remark? = nil,
    contradictions: [Message] = []
  ) {
    self.state = state
    self.origin = origin
    self.products = products
    self.basis = basis
    self.remark = remark
    self.contradictions = contradictions
  }

  /// Whether the customer may use it.
  package var access: Access { state.access }

  /// What to request to learn more, or to settle a contradiction; `nil` if the history leaves nothing open.
  package var question: Question? { contradictions.isEmpty ? state.question : .status }

  /// Whether both holdings mean the same for the customer, even if different statements decided.
  func saysSame(as other: Holding) -> Bool { state == other.state && origin == other.origin }

  /// The same holding, for a ledger that knows that another product replaced it.
  func replaced(by product: String) -> Holding {
    Holding(.replaced(by: product, at: nil), origin, of: products, by: basis)
  }

  /// The same holding for the product of a period that begins later; `nil` if the period names no product or start.
  func notStarted(_ period: Subscription.Period) -> Holding? {
    guard let product = period.purchase.productID, let begins = period.start else { return nil }
    return Holding(.notStarted(begins: begins), origin, of: [product], by: basis)
  }

  /// Whether the holding permits the use of this product.
  func grants(_ product: String) -> Bool { access == .yes && isOf(product) }

  /// Whether the holding is about this product, compared byte by byte.
  package func isOf(_ product: String) -> Bool { products.contains { $0.utf8.elementsEqual(product.utf8) } }
}

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

extension Holding.Origin {
  init(_ purchase: PurchaseRecord) {
    switch purchase.ownership {
    case "FAMILY_SHARED": self = .familyShare
    case "ASSIGNED": self = .seat
    default:
      switch Subscription.Payment(purchase) {
      case .trial: self = .trial
      case .introductory: self = purchase.isFree ? .freeOffer : .introductory
      case .offer: self = purchase.isFree ? .freeOffer : .offer
      case .paid: self = .purchase
      case .free: self = .free
      case .unknown: self = .unknown
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

  /// Whether neither the kind nor the reason of the revocation is known. A refund is one whatever its reason. Apple
  /// names the kind of every refund, so without it even a signed status 5 may mean a move to a bundle.
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
