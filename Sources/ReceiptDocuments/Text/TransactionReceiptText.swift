extension TextPage {
  /// Writes the claims of an iOS 6 transaction receipt, which has only one purchase.
  mutating func transactionReceipt(_ receipt: TransactionReceipt) {
    field("Kind", "iOS 6 transaction receipt: one purchase, no list of others")
    field("App", receipt.bundleIdentifier.map { "\($0.displayed())" } ?? "no bundle identifier")
    field("Version", receipt.applicationVersion.map { "\($0.displayed())" } ?? "none")
    // Anyone who forwards the receipt can change this entry.
    field(
      "Environment",
      receipt.environment.map { "\(Message(english: $0.rawValue)) (not covered by the signature)" }
        ?? "a word that is not known (not covered by the signature)")
    heading("Purchase")
    field("Product", receipt.productID.map { "\($0.displayed())" } ?? "no product identifier")
    field("Transaction", receipt.transactionID.map { "\($0.displayed())" } ?? "none")
    if let original = receipt.originalTransactionID, original != receipt.transactionID {
      field("Original", original.displayed())
    }
    if let quantity = receipt.quantity, quantity != "1" { field("Quantity", quantity.displayed()) }
    date("Purchased", receipt.purchaseInstant)
    if receipt.originalPurchaseInstant != receipt.purchaseInstant {
      date("First bought", receipt.originalPurchaseInstant)
    }
    if let expires = receipt.expiresInstant { date("Expires", expires) }
    let offers = [("is-trial-period", "trial" as Message), ("is-in-intro-offer-period", "intro offer")]
      .filter { receipt.purchaseEntry($0.0) == "true" }.map(\.1)
    if !offers.isEmpty { field("Offer", offers.joined(separator: ", ")) }
  }

  private mutating func date(_ name: Message, _ instant: Instant?) {
    // Forged digits may stand for a date beyond every calendar.
    guard let instant, instant.milliseconds.magnitude < 1 << 53 else {
      field(name, "no readable date", .warning)
      return
    }
    field(name, layout.dated(instant))
  }
}
