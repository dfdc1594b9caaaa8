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
