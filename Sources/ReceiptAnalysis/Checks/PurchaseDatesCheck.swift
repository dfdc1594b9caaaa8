extension Check {
  /// Whether the dates of each purchase are in a possible order.
  static let purchaseDates = Check(
    "purchase_dates", .provenance,
    summary:
      "Do the dates of every purchase come in order: original purchase, purchase, expiry, all before the receipt?",
    ifFailed: .support,
    "Look at the purchases named: dates that contradict each other in an authentic receipt are for Apple to explain.",
    isRequested: { _ in false }
  ) { context in
    guard !context.purchases.isEmpty else { return .skipped("there are no purchases") }
    var failures: [Message] = []
    var warnings: [Message] = []
    for purchase in context.purchases {
      guard let purchased = purchase.purchased else {
        warnings.append("\(purchase.words) has no readable purchase_date")
        continue
      }
      if let original = purchase.originallyPurchased, original > purchased.adding(bookingDelay) {
        failures.append("\(purchase.words) was purchased at \(purchased.rfc3339), before its original purchase")
      }
      if let expires = purchase.expires, expires < purchased {
        failures.append("\(purchase.words) expires at \(expires.rfc3339), before its purchase")
      }
      if let created = context.madeAt, purchased > created.adding(bookingDelay) {
        let isRenewal = purchase.expires != nil && purchased <= created.adding(Subscription.longestRenewalLead)
        let text: Message = "\(purchase.words) was purchased at \(purchased.rfc3339), after the receipt was made"
        if isRenewal { warnings.append("\(text), as a renewal may be") } else { failures.append(text) }
      }
      if let cancelled = purchase.cancelled, cancelled < purchased {
        let isRenewal = purchase.expires != nil && purchased <= cancelled.adding(Subscription.longestRenewalLead)
        let text: Message = "\(purchase.words) was cancelled at \(cancelled.rfc3339), before its purchase"
        if isRenewal { warnings.append("\(text), as a renewal may be") } else { failures.append(text) }
      }
    }
    let expected: Message = "original purchase, purchase, expiry and cancellation in order"
    if !failures.isEmpty { return .failed(expected: expected, failures.summarized()) }
    if !warnings.isEmpty { return .warning(expected: expected, warnings.summarized()) }
    return .passed(expected: expected, found: "\(context.purchases.count) in order")
  }

  /// `original_purchase_date` is when the transaction was booked, and `purchase_date` may be earlier. Observed: 1, 1
  /// and 5 seconds, on the first period of a subscription in 3 of the 4 published sandbox receipts.
  static let bookingDelay = DurationText(seconds: 60)
}
