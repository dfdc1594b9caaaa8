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
  /// `purchase_date` (Apple, "Auto-renewable subscriptions"; observed in a sandbox receipt of 2015: up to 74 seconds
  /// before, at periods of five minutes).
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
    /// The kind is unknown: the source does not state it (receipts of StoreKit testing), or the product is a free
    /// subscription (Newsstand), which no other case describes.
    case unknown

    package init(_ purchase: PurchaseRecord) {
      let statesNoKind = purchase.isTrial == nil && purchase.isIntroductory == nil
      if purchase.isTrial == true {
        self = .trial
      } else if purchase.isIntroductory == true {
        self = .introductory
      } else if purchase.offerKind != nil {
        self = .offer
      } else if statesNoKind || purchase.productType == .freeSubscription {
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

extension Subscription {
  /// Sorts the purchases of one subscription chronologically and relates each to its neighbours.
  ///
  /// - Parameter isMixed: whether other parts of the history are proven.
  static func periods(of purchases: [PurchaseRecord], isMixed: Bool) -> [Period] {
    let sorted = purchases.sorted(by: PurchaseRecord.isEarlier)
    var periods: [Period] = []
    periods.reserveCapacity(sorted.count)
    // The latest end so far: a long period may outlast the shorter ones after it.
    var covered: Instant?
    let successors = successors(of: sorted)
    for (index, purchase) in sorted.enumerated() {
      let (end, replacement) = ending(of: purchase, next: successors[index].map { sorted[$0] })
      var gap: Int64?
      var overlaps = false
      if let start = purchase.purchased, let covered {
        gap = max(0, start.milliseconds - covered.milliseconds) / 1_000
        overlaps = start < covered
      }
      periods.append(
        Period(
          purchase: purchase, start: purchase.purchased, end: end, payment: Payment(purchase), replacement: replacement,
          gapBefore: gap, overlapsEarlier: overlaps, isDoubtful: isMixed && purchase.statement?.isProven != true,
          seats: purchase.seats))
      if let end, purchase.purchased != nil { covered = max(covered ?? end, end) }
    }
    return periods
  }

  /// Separates the purchases that Apple cancelled before they began.
  ///
  /// Apple charges for a renewal before it begins. If the customer changes to another product in between, or gets the
  /// price back, the renewal never runs. If nothing else was bought, it is treated like any other period.
  ///
  /// - Parameter isMixed: whether other parts of the history are proven.
  static func separated(
    _ purchases: [PurchaseRecord], isMixed: Bool
  ) -> (ran: [PurchaseRecord], cancelledBeforeStart: [Period]) {
    var ran: [PurchaseRecord] = []
    var cancelledBeforeStart: [Period] = []
    // The last period with a start that Apple ended neither for another product nor at an unknown date.
    var current: PurchaseRecord?
    var lastOfProduct: [[UInt8]: PurchaseRecord] = [:]
    let sorted = purchases.sorted(by: PurchaseRecord.isEarlier)
    for purchase in sorted {
      let product = Array((purchase.productID ?? "").utf8)
      // The period of another product that was running when this one began.
      var other: PurchaseRecord?
      if let current, let start = purchase.purchased, let expires = current.expires,
        start < min(expires, current.cancelled ?? expires), current.productID != purchase.productID
      {
        other = current
      }
      guard purchase.neverBegan || purchase.gaveWay(to: other, after: lastOfProduct[product]) else {
        ran.append(purchase)
        lastOfProduct[product] = purchase
        let isUndated = purchase.cancelled == nil && purchase.tellsOfCancellation
        if purchase.isUpgraded != true, !isUndated, purchase.purchased != nil { current = purchase }
        continue
      }
      cancelledBeforeStart.append(
        Period(
          purchase: purchase, start: purchase.purchased, end: purchase.purchased, payment: Payment(purchase),
          replacement: statedReplacement(purchase) ?? (other == nil ? nil : .inferred), gapBefore: nil,
          overlapsEarlier: false,
          isDoubtful: isMixed && purchase.statement?.isProven != true, seats: purchase.seats, neverBegan: true))
    }
    return ran.isEmpty ? (sorted, []) : (ran, cancelledBeforeStart)
  }

  /// For each purchase, the first purchase that begins later. The time is linear, even if many purchases begin at the
  /// same moment.
  private static func successors(of sorted: [PurchaseRecord]) -> [Int?] {
    var successors = [Int?](repeating: nil, count: sorted.count)
    for index in sorted.indices.dropLast().reversed() where sorted[index + 1].purchased != nil {
      successors[index] = sorted[index + 1].purchased == sorted[index].purchased ? successors[index + 1] : index + 1
    }
    return successors
  }

  /// The end of a period, and whether another product caused it.
  private static func ending(of purchase: PurchaseRecord, next: PurchaseRecord?) -> (Instant?, Replacement?) {
    // Without a start or an expiry, no running period is known; an expiry is never computed.
    guard let start = purchase.purchased, let expires = purchase.expires else {
      return (nil, statedReplacement(purchase))
    }
    // The period was cancelled at an unknown time, so it counts as never begun.
    if purchase.cancelled == nil, purchase.tellsOfCancellation { return (start, nil) }
    let end = min(expires, purchase.cancelled.map { max(start, $0) } ?? expires)
    if purchase.isUpgraded == true {
      // Apple says that the period was ended. Without a date, the next period determines the end; without a next
      // period, this period counts as never begun.
      guard purchase.cancelled == nil else { return (end, .stated) }
      return (min(end, next?.purchased ?? start), .stated)
    }
    // If Apple ended the period exactly when the next one begins, it was ended for the next one. Any earlier end is a
    // refund.
    if let next, let nextStart = next.purchased, nextStart <= end, nextStart < expires,
      next.productID != purchase.productID
    {
      return (nextStart, .inferred)
    }
    return (end, nil)
  }

  private static func statedReplacement(_ purchase: PurchaseRecord) -> Replacement? {
    purchase.isUpgraded == true ? .stated : nil
  }
}

extension PurchaseRecord {
  /// Whether any value says that the purchase was cancelled, with or without a date.
  package var tellsOfCancellation: Bool { cancelled != nil || cancellationReason != nil || isCancelledWithoutDate }

  /// Whether this is a period that Apple cancelled before it began, or at that moment. It never ran.
  package var neverBegan: Bool {
    guard isSubscriptionPeriod, let purchased, let cancelled else { return false }
    return cancelled <= purchased
  }

  /// Whether this is a renewal that Apple ended for a product to which the customer changed after Apple had charged for
  /// the renewal, and before the renewal began. Apple need not have said so, or when.
  ///
  /// - Parameters:
  ///   - other: the period of another product that was running then.
  ///   - last: the last period of this product.
  fileprivate func gaveWay(to other: PurchaseRecord?, after last: PurchaseRecord?) -> Bool {
    guard !tellsOfCancellation, let purchased, let began = other?.purchased, began < purchased,
      purchased <= began.adding(Subscription.longestRenewalLead)
    else { return false }
    // Apple's last statement about it is from before the other product was bought.
    if isRenewal == true, let stated = statement?.date, stated < began { return true }
    guard isUpgraded == true else { return false }
    guard isRenewal != true else { return true }
    // It is not called a renewal, but is one if it begins when the last period of the product ends.
    guard let start = last?.purchased, let ended = last?.expires else { return false }
    return start <= began && ended.second == purchased.second
  }

  /// Whether Apple refunded or revoked the purchase, with or without a date, or ended it for another product.
  package var isTakenBack: Bool { tellsOfCancellation || isUpgraded == true }

  /// A total order, so that the order of the source has no effect.
  ///
  /// Purchases are ordered by start, then by the transaction as a number, then by everything else. Purchases without a
  /// date come last.
  static func isEarlier(_ left: PurchaseRecord, _ right: PurchaseRecord) -> Bool {
    if left.purchased != right.purchased {
      guard let first = left.purchased else { return false }
      guard let second = right.purchased else { return true }
      return first < second
    }
    for property in [
      \PurchaseRecord.transactionID, \.productID, \.originalTransactionID, \.offerID, \.ownership, \.groupID,
    ] {
      let first = left[keyPath: property] ?? ""
      let second = right[keyPath: property] ?? ""
      if first != second {
        return (first.utf8.count, first) < (second.utf8.count, second)
      }
    }
    for property in [\PurchaseRecord.expires, \.cancelled, \.originallyPurchased] {
      let first = left[keyPath: property]
      let second = right[keyPath: property]
      if first != second { return (first?.milliseconds ?? .min) < (second?.milliseconds ?? .min) }
    }
    return left.orderKey.lexicographicallyPrecedes(right.orderKey)
  }

  /// All values, for an order without a meaning. Of two kinds of product, the kind without timed access comes first.
  var orderKey: [String] {
    let texts = [
      transactionID, productID, originalTransactionID, previousOriginalTransactionID, offerID, ownership, groupID,
      currency, revocationType, offerKind?.rawValue, lineItemID, accountToken, additionalReason, customerID,
    ]
    let dates = [purchased, originallyPurchased, expires, cancelled]
    let flags: [Bool?] = [isTrial, isIntroductory, isUpgraded, isCancelledWithoutDate, isRenewal, isForSeats]
    let numbers: [Int64?] = [
      quantity, cancellationReason, price, revocationPercentage, revokedSeats, commitmentPeriod, commitmentPeriods,
      commitmentEnds?.milliseconds,
    ]
    var key = [isSubscriptionPeriod ? "1" : "0", productType.map { String($0.rawValue) } ?? ""]
    key += texts.map { text in text.map { "=" + $0 } ?? "" }
    key += dates.map { date in date.map { String($0.milliseconds) } ?? "" }
    key += flags.map { flag in flag.map { String($0) } ?? "" }
    key += numbers.map { number in number.map { String($0) } ?? "" }
    return key
  }
}
