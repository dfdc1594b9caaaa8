/// Collects the irregularities of purchases.
struct PurchaseChecker {
  private(set) var irregularities: [PurchaseIrregularity] = []

  /// The maximum number of different copies of one transaction with which a further copy is compared. Without a limit,
  /// the time for a hostile answer would grow with the square of its length.
  private static let maximumCopies = 16

  /// The purchases without equal copies, in the same order. Copies with different contents are kept, except for those
  /// that lack the refund which another copy reports.
  mutating func withoutDuplicates(_ purchases: [PurchaseRecord]) -> [PurchaseRecord] {
    var kept: [String: [PurchaseRecord]] = [:]
    // If copies contradict each other, a copy that reports a refund is newer.
    let refunded = Set(purchases.filter(\.tellsOfCancellation).compactMap(\.transactionID))
    return purchases.filter { purchase in
      guard let identifier = purchase.transactionID else { return true }
      if refunded.contains(identifier), !purchase.tellsOfCancellation {
        report(.duplicateTransaction, purchase, "the transaction occurs again without its cancellation")
        return false
      }
      let earlier = kept[identifier, default: []]
      let isEqual = earlier.contains(purchase)
      if !isEqual, earlier.count < Self.maximumCopies { kept[identifier, default: []].append(purchase) }
      if earlier.isEmpty { return true }
      report(
        .duplicateTransaction, purchase,
        isEqual
          ? "the transaction occurs more than once" : "the transaction occurs more than once, with different contents")
      return !isEqual
    }
  }

  mutating func check(_ purchase: PurchaseRecord) {
    if purchase.productID == nil { report(.missingValue, purchase, "no product identifier") }
    if purchase.transactionID == nil { report(.missingValue, purchase, "no transaction identifier") }
    guard let purchased = purchase.purchased else {
      report(.missingValue, purchase, "no readable purchase date: it cannot be placed in time")
      return
    }
    if purchase.isSubscriptionPeriod, purchase.expires == nil {
      report(.missingValue, purchase, "no readable expiry: how long it lasts is unknown")
    }
    if let expires = purchase.expires, expires < purchased {
      report(.dateOrder, purchase, "it expires (\(expires.rfc3339)) before it begins (\(purchased.rfc3339))")
    }
    // Apple charges for a renewal up to a day before it begins, and takes it back if another product replaces it.
    if let cancelled = purchase.cancelled, cancelled < purchased,
      !purchase.neverBegan || cancelled.adding(Subscription.longestRenewalLead) < purchased
    {
      report(.dateOrder, purchase, "it is cancelled (\(cancelled.rfc3339)) before it begins (\(purchased.rfc3339))")
    }
    if purchase.cancelled == nil, let reason = purchase.cancellationReason {
      report(.contradiction, purchase, "a cancellation reason (\(reason)) without a readable cancellation date")
    }
  }

  /// Chooses the renewal information for the newest product, if a source has several of them for one subscription.
  /// Among several for that product, the one that grants less is taken, and the contradiction is reported.
  mutating func choose(_ renewals: [RenewalRecord], for periods: [Subscription.Period]) -> RenewalRecord? {
    let newest = periods.last?.purchase.productID
    let sorted = renewals.sorted { left, right in
      if (left.productID == newest) != (right.productID == newest) { return left.productID == newest }
      return left.isBefore(right)
    }
    // `pending_renewal_info` has one element for each product of a subscription.
    let alike = sorted.count { $0.productID == sorted[0].productID }
    if alike > 1 {
      irregularities.append(
        PurchaseIrregularity(
          .contradiction, sorted[0].originalTransactionID,
          "\(grouped: alike) elements of renewal information about one product; one is taken"))
    }
    if let chosen = sorted.first, chosen.graceExpires != nil, chosen.isInBillingRetry == false {
      irregularities.append(
        PurchaseIrregularity(
          .contradiction, chosen.originalTransactionID,
          "a grace period although Apple does not try to charge; it does not count"))
    }
    if let chosen = sorted.first, chosen.contradictsRetry, let intent = chosen.expirationIntent {
      irregularities.append(
        PurchaseIrregularity(
          .contradiction, chosen.originalTransactionID,
          "it expired for reason \(intent) although Apple tries to charge; the reason counts"))
    }
    return sorted.first
  }

  /// Reports statements that contradict each other. The holding then follows from the statement that grants less.
  mutating func check(contradictionsOf subscriptions: [Subscription]) {
    for subscription in subscriptions {
      irregularities += subscription.holding.contradictions.map {
        PurchaseIrregularity(.contradiction, subscription.originalTransactionID, $0)
      }
    }
  }

  private mutating func report(_ kind: PurchaseIrregularity.Kind, _ purchase: PurchaseRecord, _ message: Message) {
    irregularities.append(PurchaseIrregularity(kind, purchase.transactionID, message))
  }
}
