extension TextPage {
  /// Writes the purchases of a receipt, newest first.
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
    blank()
    let sorted = purchases.enumerated().sorted { left, right in
      // Equal dates keep the order of the receipt.
      (right.element.sortKey, left.offset) < (left.element.sortKey, right.offset)
    }
    let periods = SubscriptionStatus(PurchaseHistory(receipt), at: layout.now).subscriptions.flatMap(\.periods)
    let replaced = periods.filter { $0.upgrade != nil }.compactMap(\.purchase.transactionID)
    PurchaseTable(sorted.map(\.element), replaced: Set(replaced), layout).write(to: &self)
  }
}

extension InAppPurchase {
  /// Purchases without a date come last.
  fileprivate var sortKey: Instant { purchaseDate?.instant ?? Instant(milliseconds: .min) }
}
