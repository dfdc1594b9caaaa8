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
    latestExpiry(purchases)
    blank()
    let sorted = purchases.enumerated().sorted { left, right in
      // Equal dates keep the order of the receipt.
      (right.element.sortKey, left.offset) < (left.element.sortKey, right.offset)
    }
    PurchaseTable(sorted.map(\.element), layout).write(to: &self)
  }

  /// What people ask first about subscriptions.
  private mutating func latestExpiry(_ purchases: [InAppPurchase]) {
    let periods = purchases.filter { $0.cancellationDate == nil }
    guard let expires = periods.compactMap(\.expiresDate?.instant).max() else { return }
    let verb = expires > layout.now ? "ends" : "ended"
    paragraph(
      StyledText(
        "The last subscription period here \(verb) \(layout.dated(expires)). "
          + "Renewals and refunds after the receipt was made are not in it."),
      indent: 2)
  }
}

extension Instant {
  fileprivate static let distantPast = Instant(milliseconds: .min)
}

extension InAppPurchase {
  /// Purchases without a date come last.
  fileprivate var sortKey: Instant { purchaseDate?.instant ?? .distantPast }
}
