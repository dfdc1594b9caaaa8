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
  static func separated(
    _ purchases: [PurchaseRecord], isMixed: Bool
  ) -> (ran: [PurchaseRecord], cancelledBeforeStart: [Period]) {
    var (ran, cancelledBeforeStart): ([PurchaseRecord], [Period]) = ([], [])
    // The last period that Apple did not end for another product, and the last one of each product.
    var current: PurchaseRecord?
    var last: [[UInt8]: PurchaseRecord] = [:]
    let sorted = purchases.sorted(by: PurchaseRecord.isEarlier)
    for purchase in sorted {
      let product = Array((purchase.productID ?? "").utf8)
      var other: PurchaseRecord?
      if let current, let start = purchase.purchased, let expires = current.expires,
        start < min(expires, current.cancelled ?? expires), current.productID != purchase.productID
      {
        other = current
      }
      guard purchase.neverBegan || purchase.gaveWay(to: other, after: last[product]) else {
        ran.append(purchase)
        last[product] = purchase
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
    // Apple said last of it before the other product was bought.
    if isRenewal == true, let said = statement?.date, said < began { return true }
    guard isUpgraded == true else { return false }
    guard isRenewal != true else { return true }
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
      return (left.purchased ?? Instant(milliseconds: .max)) < (right.purchased ?? Instant(milliseconds: .max))
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
    let numbers: [Int64?] = [quantity, cancellationReason, price, revocationPercentage, revokedSeats]
    var key = [isSubscriptionPeriod ? "1" : "0", productType.map { String($0.rawValue) } ?? ""]
    key += texts.map { text in text.map { "=" + $0 } ?? "" }
    key += dates.map { date in date.map { String($0.milliseconds) } ?? "" }
    key += flags.map { flag in flag.map { String($0) } ?? "" }
    key += numbers.map { number in number.map { String($0) } ?? "" }
    return key
  }
}
