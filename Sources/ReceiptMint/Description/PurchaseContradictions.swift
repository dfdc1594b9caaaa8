import ReceiptAnalysis

extension Complaints {
  /// Looks for contradictions in purchases and between them. Each member by itself is already known to be valid.
  func check(_ purchases: [InAppDescription], _ pointer: JSONPointer) throws(DescriptionError) {
    var places: [String: Int] = [:]
    for (index, purchase) in purchases.enumerated() {
      let place = pointer / index
      try check(purchase, place)
      // StoreKit testing in Xcode restarts its count from 0 repeatedly.
      guard let identifier = purchase.transactionID, !identifier.isEmpty, identifier != "0" else { continue }
      if let first = places.updateValue(index, forKey: identifier) {
        try complain(
          place / "transaction_id", "\(Self.quoted(identifier)) is the transaction of purchase \(first) already",
          hint: "--flaw duplicate-transaction mints one that a verifier has to find")
      }
    }
  }

  private func check(_ purchase: InAppDescription, _ pointer: JSONPointer) throws(DescriptionError) {
    if let quantity = purchase.quantity, quantity < 1 {
      try complain(pointer / "quantity", "\(quantity) were bought; a purchase is of one at least")
    }
    if let bought = Self.instant(purchase.purchaseDate), let ends = Self.instant(purchase.expiresDate), ends < bought {
      try complain(
        pointer / "expires_date", "the period ends \(ends.rfc3339), before it begins at \(bought.rfc3339)")
    }
    if purchase.cancellationReason != nil, purchase.cancellationDate?.isEmpty ?? true {
      try complain(pointer / "cancellation_reason", "a reason for a cancellation, and no cancellation_date")
    }
  }

  private static func instant(_ text: String?) -> Instant? { text.flatMap { ReceiptDate($0) }?.instant }
}
