/// A subscription as customers understand it: all periods with the same `original_transaction_id`, whatever their order
/// in the source.
public struct Subscription: Sendable {
  /// `original_transaction_id`, or `nil` if the source has none (receipts of StoreKit testing).
  ///
  /// Without it, the periods of one product are treated as one subscription.
  public let originalTransactionID: String?
  /// `subscription_group_identifier`, if the source has it.
  public let groupID: String?
  /// The periods, sorted by start and then by transaction.
  ///
  /// Periods that Apple cancelled before they began are in `cancelledBeforeStart`; if there are no others, they are
  /// here.
  public let periods: [Period]
  /// The periods that Apple charged for, and cancelled before they began, in the same order.
  package let cancelledBeforeStart: [Period]
  /// Products in chronological order, with one entry for each change of product.
  public let products: [String]
  /// The product that the customer may use, which renewal information may name alone; otherwise the newest product.
  package var currentProduct: String? { (holding.access == .yes ? holding.products.last : nil) ?? products.last }
  /// What Apple knew about the next renewal; `nil` if the source does not say. Receipts never do.
  public let renewal: RenewalRecord?
  /// What the customer may use of the subscription at the moment of the question. If any statements about it are
  /// proven, only those decide.
  public internal(set) var holding: Holding
  /// Whether ``holding`` follows from proven statements.
  public internal(set) var isProven: Bool
  /// The holding if the unproven statements were true, too; `nil` if no unproven statement changes the holding.
  package internal(set) var claimed: Holding?

  /// The state at the moment of the question.
  public var state: Holding.State { holding.state }
  /// The state if the unproven statements were true, too; `nil` if it is the same as ``state``.
  public var claimedState: Holding.State? { claimed?.state == state ? nil : claimed?.state }

  /// Renewals are charged and booked up to a day before the start of the period that they pay for, which is
  /// `purchase_date` (Apple, "Auto-renewable subscriptions"; observed in `sandbox-2015-first-intermediate`: up to 74
  /// seconds before, at periods of five minutes).
  static let longestRenewalLead = DurationText(seconds: 86_400)

  /// The longest billing grace period that an app can have, in milliseconds: 3, 16 or 28 days (App Store Connect Help,
  /// "Enable billing grace period for auto-renewable subscriptions").
  package static let longestGrace: Int64 = 28 * 86_400_000

  /// For how many days Apple tries to charge after a period ended: 60 (an engineer of Apple, developer forums, thread
  /// 800210), or 90 for a monthly payment of a commitment (Apple, article on the life cycle of monthly subscriptions
  /// with a 12-month commitment).
  package var retryDays: Int { isCommitted ? 90 : 60 }

  /// Whether the time is over in which Apple retries a failed charge.
  ///
  /// - Parameter newestStatement: the date of the newest statement. It stands in for the end of the last period if no
  ///   end is known: that period ended before it.
  package func isRetryOver(at moment: Instant, newestStatement: Instant?) -> Bool {
    let failed = periods.compactMap(\.end).filter { $0 <= moment }.max() ?? newestStatement
    return failed.map { $0.adding(DurationText(seconds: Int64(retryDays) * 86_400)) <= moment } ?? false
  }

  /// The first periods of the products that had not begun by a moment.
  func upcoming(after moment: Instant) -> [Period] {
    // Products are compared byte by byte.
    var seen: Set<[UInt8]> = []
    // Periods are ordered by start.
    return periods.filter { period in
      guard !period.purchase.neverBegan, let product = period.purchase.productID,
        seen.insert(Array(product.utf8)).inserted
      else { return false }
      return period.start.map { $0 > moment } ?? false
    }
  }

  /// One period, paid or free.
  public struct Period: Sendable {
    /// The purchase itself.
    public let purchase: PurchaseRecord
    /// The start of the period: `purchase_date`.
    public let start: Instant?
    /// The end: `expires_date`, or earlier because of a refund or of another product that replaced it.
    package let end: Instant?
    /// How the period was paid for.
    package let payment: Payment
    /// Whether another product replaced this one, and the source of that fact.
    package let replacement: Replacement?
    /// The time without any period before this one, in seconds; 0 if it follows without a gap; `nil` for the first
    /// period, and if dates are missing.
    package let gapBefore: Int64?
    /// Whether this period begins before the end of a period that began earlier.
    package let overlapsEarlier: Bool
    /// Whether this period is unproven although other parts of the history are proven.
    package let isDoubtful: Bool
    /// The seats of the period, if it was bought for several people.
    public let seats: SeatCount?
    /// Whether Apple cancelled the period before it began.
    package var neverBegan = false

    /// Whether the period was ended early at an unknown date.
    package var endsAtUnknownTime: Bool { end == start && purchase.expires != end && purchase.cancelled == nil }

    /// Whether the period is running: it has begun and has not ended. A cancelled period ends early.
    package func isRunning(at moment: Instant) -> Bool {
      guard let start, let end else { return false }
      return start <= moment && moment < end
    }

    /// Whether the period had been refunded or revoked by a moment. A period that Apple ended for another product is
    /// neither refunded nor revoked.
    package func isTakenBack(at moment: Instant) -> Bool {
      guard replacement == nil, let cancelled = purchase.cancelled else { return false }
      return cancelled <= moment
    }
  }

  /// How a period was paid for. Raw values are stable and appear in JSON output.
  package enum Payment: String, CaseIterable, Sendable {
    /// A free trial.
    case trial
    /// An introductory price.
    case introductory
    /// A promotional offer, an offer code or a win-back offer.
    case offer
    /// The regular price, without an offer.
    case paid
    /// The customer pays nothing, and without an offer: the price in the signed data is 0.
    case free
    /// The kind is unknown, because the source does not state it (receipts of StoreKit testing).
    case unknown

    package init(_ purchase: PurchaseRecord) {
      if purchase.isTrial == true {
        self = .trial
      } else if purchase.isIntroductory == true {
        self = .introductory
      } else if purchase.offerKind != nil {
        self = .offer
      } else if purchase.isTrial == nil && purchase.isIntroductory == nil || purchase.productType == .freeSubscription {
        self = .unknown
      } else {
        self = purchase.isFree ? .free : .paid
      }
    }
  }

  /// The source of the fact that another product replaced a period. Raw values are stable and appear in JSON output.
  package enum Replacement: String, CaseIterable, Sendable {
    /// `is_upgraded`.
    case stated
    /// A period of another product begins while this one is running. The replacement is inferred, because a
    /// subscription has only one product at a time.
    case inferred
  }
}
