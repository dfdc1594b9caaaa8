extension TextPage {
  /// Writes the purchases of a receipt, newest first.
  mutating func purchases(_ receipt: Receipt) {
    let purchases = receipt.inApp
    guard !purchases.isEmpty else {
      heading("Purchases: none")
      paragraph(
        StyledText(
          """
          This is normal when nothing has been bought yet, when all that was bought were consumables (they leave the \
          receipt once the app has finished their transactions), or when the receipt is older than the purchase: the \
          app gets a new one by restoring purchases or refreshing the receipt.
          """),
        indent: 2)
      appItself(PurchaseHistory(receipt))
      return
    }
    let products = Set(purchases.map(\.productID)).count
    if purchases.count == 1 {
      heading("Purchases: 1")
    } else {
      heading(
        products == 1
          ? "Purchases: \(grouped: purchases.count) of 1 product, newest first"
          : "Purchases: \(grouped: purchases.count) of \(grouped: products) products, newest first")
    }
    blank()
    let sorted = purchases.enumerated().sorted { left, right in
      // Equal dates keep the order of the receipt.
      (right.element.sortKey, left.offset) < (left.element.sortKey, right.offset)
    }
    let subscriptions = SubscriptionStatus(PurchaseHistory(receipt), at: layout.now).subscriptions
    let periods = subscriptions.flatMap { $0.periods + $0.cancelledBeforeStart }
    let replaced = periods.filter { $0.replacement != nil }.compactMap(\.purchase.transactionID)
    PurchaseTable(sorted.map(\.element), replaced: Set(replaced), layout).write(to: &self)
  }
}

extension TextPage {
  /// Writes that the app itself may be what the customer bought.
  mutating func appItself(_ history: PurchaseHistory) {
    guard let bought = history.appBegins, !history.isOfOrganization else { return }
    let words: Message = "The app itself was bought or downloaded for free \(layout.dated(bought))."
    let version = history.appFirstVersion?.displayed(limit: 100)
    blank()
    paragraph(StyledText(version.map { "\(words) Its first version was \($0)." } ?? words), indent: 2)
  }
}

extension InAppPurchase {
  /// Purchases without a date come last.
  fileprivate var sortKey: Instant { purchaseDate?.instant ?? Instant(milliseconds: .min) }
}
