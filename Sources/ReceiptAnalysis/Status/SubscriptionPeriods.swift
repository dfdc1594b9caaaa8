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
      let (end, upgrade) = ending(of: purchase, next: successors[index].map { sorted[$0] })
      var gap: Int64?
      var overlaps = false
      if let start = purchase.purchased, let covered {
        gap = max(0, start.milliseconds - covered.milliseconds) / 1_000
        overlaps = start < covered
      }
      periods.append(
        Period(
          purchase: purchase, start: purchase.purchased, end: end, payment: Payment(purchase), upgrade: upgrade,
          gapBefore: gap, overlapsEarlier: overlaps, isDoubtful: isMixed && purchase.statement?.isProven != true,
          seats: purchase.seats))
      if let end, purchase.purchased != nil { covered = max(covered ?? end, end) }
    }
    return periods
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
  private static func ending(of purchase: PurchaseRecord, next: PurchaseRecord?) -> (Instant?, Upgrade?) {
    // Without a start or an expiry, no running period is known; an expiry is never computed.
    guard let start = purchase.purchased, let expires = purchase.expires else { return (nil, upgrade(purchase)) }
    // The period was cancelled at an unknown time, so it counts as never begun.
    if purchase.cancelled == nil, purchase.tellsOfCancellation { return (start, nil) }
    let end = min(expires, purchase.cancelled ?? expires)
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

  private static func upgrade(_ purchase: PurchaseRecord) -> Upgrade? { purchase.isUpgraded == true ? .stated : nil }
}

extension PurchaseRecord {
  /// Whether any value says that the purchase was cancelled, with or without a date.
  package var tellsOfCancellation: Bool { cancelled != nil || cancellationReason != nil || isCancelledWithoutDate }

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
      let (first, second) = (left[keyPath: property] ?? "", right[keyPath: property] ?? "")
      if first != second {
        return (first.utf8.count, first) < (second.utf8.count, second)
      }
    }
    for property in [\PurchaseRecord.expires, \.cancelled, \.originallyPurchased] {
      let (first, second) = (left[keyPath: property], right[keyPath: property])
      if first != second { return (first?.milliseconds ?? .min) < (second?.milliseconds ?? .min) }
    }
    return left.orderKey.lexicographicallyPrecedes(right.orderKey)
  }

  /// All values, for an order without a meaning. Of two kinds of product, the kind without timed access comes first.
  var orderKey: [String] {
    let texts = [
      transactionID, productID, originalTransactionID, previousOriginalTransactionID, offerID, ownership, groupID,
      currency, revocationType, offerKind?.rawValue, lineItemID, accountToken, additionalReason,
    ]
    let dates = [purchased, originallyPurchased, expires, cancelled]
    let flags = [isTrial, isIntroductory, isUpgraded, isCancelledWithoutDate, isRenewal, isForSeats]
    let numbers = [quantity, cancellationReason, price, revocationPercentage, revokedSeats]
    return [isSubscriptionPeriod ? "1" : "0", productType.map { String($0.rawValue) } ?? ""]
      + texts.map { $0.map { "=" + $0 } ?? "" } + dates.map { $0.map { String($0.milliseconds) } ?? "" }
      + flags.map { $0.map { String($0) } ?? "" } + numbers.map { $0.map { String($0) } ?? "" }
  }
}
