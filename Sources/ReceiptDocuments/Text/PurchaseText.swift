extension TextPage {
  /// The purchases of a receipt, newest first.
  mutating func purchases(_ receipt: Receipt) {
    let purchases = receipt.inApp
    guard !purchases.isEmpty else {
      heading("Purchases: none")
      paragraph(
        StyledText(
          "This is normal when nothing has been bought yet, when all that was bought were consumables (they leave the "
            + "receipt once the app has finished their transactions), or when the receipt is older than the purchase: "
            + "the app gets a new one by restoring purchases or refreshing the receipt."),
        indent: 2)
      return
    }
    let products = Set(purchases.map(\.productID)).count
    if purchases.count == 1 {
      heading("Purchases: 1")
    } else {
      let ofProducts = "of \(products.grouped) \(products == 1 ? "product" : "products")"
      heading("Purchases: \(purchases.count.grouped) \(ofProducts), newest first")
    }
    lastPeriod(receipt)
    blank()
    let sorted = purchases.enumerated().sorted { left, right in
      // Equal dates keep the order of the receipt.
      (right.element.sortKey, left.offset) < (left.element.sortKey, right.offset)
    }
    PurchaseTable(sorted.map(\.element), layout).write(to: &self)
  }

  /// The first question about subscriptions: the period that began last, and its present state.
  private mutating func lastPeriod(_ receipt: Receipt) {
    let now = layout.now
    let subscriptions = SubscriptionStatus(PurchaseHistory(receipt), at: now).subscriptions
    let last = subscriptions.compactMap { subscription in subscription.periods.last { $0.start != nil } }
    let isRefunded = { (period: Subscription.Period) in
      period.upgrade == nil && period.purchase.isRefunded(by: now)
    }
    let end = last.filter { !isRefunded($0) }.compactMap(\.end).max()
    var words: [String] = []
    // Subscriptions are in the order in which their last periods began.
    if let newest = last.first, isRefunded(newest) {
      let moment = newest.purchase.cancelled.map { " " + layout.dated($0) } ?? ""
      words.append("The last subscription period here was refunded or revoked\(moment).")
      if let end, end > now { words.append("Another subscription ends \(layout.dated(end)).") }
    } else if let end {
      let verb = end > now ? "ends" : "ended"
      words.append("The last subscription period here \(verb) \(layout.dated(end)).")
    }
    guard !words.isEmpty else { return }
    words.append("Renewals and refunds after the receipt was made are not in it.")
    paragraph(StyledText(words.joined(separator: " ")), indent: 2)
  }
}

extension InAppPurchase {
  /// Purchases without a date come last.
  fileprivate var sortKey: Instant { purchaseDate?.instant ?? Instant(milliseconds: .min) }
}
