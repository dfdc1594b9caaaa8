import ReceiptMint

/// Vectors that are sound receipts and still not right, for `validate`.
extension VectorList {
  private typealias R = VectorReceipts

  func checks() throws -> [Vector] {
    try purchases() + [
      notification(
        "notification-of-this-app", "A server notification about the receipt's own app", VectorReceipts.bundle),
      notification("notification-of-another-app", "A server notification about another app", "com.example.other"),
      vector(
        "versions-in-words", "Versions that are no sequence of numbers",
        R.production().with { ($0.applicationVersion, $0.originalApplicationVersion) = ("beta", "1.0b2") }
          .with { $0.inApp = [R.oneOff("pro", type: 0, id: "490000000000001")] }),
      fewAttributes(),
    ]
  }

  private func purchases() throws -> [Vector] {
    let pro = R.oneOff("pro", type: 0, id: "2000000000000041")
    var twice = pro
    twice.quantity = 2
    var none = pro
    none.quantity = 0
    var unknown = pro
    unknown.productType = 9
    return [
      try vector("subscription-active", "Subscriptions that run, a product for ever, and one refunded", active()),
      try vector("disordered-dates", "Purchases whose dates contradict each other and the receipt", disordered()),
      try vector(
        "renewal-booked-ahead", "A renewal that was booked before its period began, as Apple does it", bookedAhead()),
      try vector("duplicate-transaction", "One transaction twice", R.sandbox(pro, twice)),
      try vector("quantity-zero", "A purchase of nothing", R.sandbox(none)),
      try vector("unknown-product-type", "A product of an unknown kind", R.sandbox(unknown)),
    ]
  }

  private func active() -> ReceiptDescription {
    var monthly = R.oneOff("monthly", type: 3, id: "2000000000000051")
    (monthly.purchaseDate, monthly.originalPurchaseDate) = ("2025-12-20T10:00:00Z", "2025-12-20T10:00:05Z")
    monthly.expiresDate = "2026-01-20T10:00:00Z"
    // The longest period counts, not the last one.
    var season = R.oneOff("season", type: 2, id: "2000000000000052")
    (season.purchaseDate, season.originalPurchaseDate) = ("2025-10-01T00:00:00Z", "2025-10-01T00:00:00Z")
    season.expiresDate = "2026-10-01T00:00:00Z"
    var shorter = R.oneOff("season", type: 2, id: "2000000000000053")
    (shorter.purchaseDate, shorter.originalPurchaseDate) = ("2025-11-01T00:00:00Z", "2025-11-01T00:00:00Z")
    shorter.expiresDate = "2025-12-01T00:00:00Z"
    var refunded = R.oneOff("refunded", type: 0, id: "2000000000000054")
    refunded.cancellationDate = "2025-12-26T18:00:00Z"
    refunded.cancellationReason = 0
    return R.sandbox(monthly, season, shorter, R.oneOff("pro", type: 0, id: "2000000000000055"), refunded)
  }

  private func disordered() -> ReceiptDescription {
    var before = R.oneOff("pro", type: 0, id: "2000000000000061")
    before.originalPurchaseDate = "2025-12-26T17:44:08Z"
    var expired = R.oneOff("monthly", type: 3, id: "2000000000000062")
    expired.expiresDate = expired.purchaseDate
    var future = R.oneOff("pro", type: 0, id: "2000000000000063")
    future.purchaseDate = "2025-12-26T18:40:48Z"
    var cancelled = R.oneOff("pro", type: 0, id: "2000000000000064")
    cancelled.cancellationDate = "2025-12-26T17:43:06Z"
    return R.sandbox(before, expired, future, cancelled)
  }

  private func bookedAhead() -> ReceiptDescription {
    var renewal = R.oneOff("monthly", type: 3, id: "2000000000000071")
    renewal.originalTransactionID = "2000000000000070"
    (renewal.purchaseDate, renewal.expiresDate) = ("2025-12-27T18:00:00Z", "2026-01-27T18:00:00Z")
    return R.sandbox(renewal)
  }

  private func notification(_ name: String, _ what: String, _ bundle: String) throws -> Vector {
    let base64 = VectorText.base64(try EnvelopeMinter(try authority.chain()).mint(R.subscription()).bytes)
    var vector = try vector(name, what, R.subscription())
    vector.suffix = "body"
    vector.layers = ["notification", "base64"]
    vector.bytes = Array(
      ("{\"notification_type\":\"DID_RENEW\",\"bid\":\"\(bundle)\",\"environment\":\"Sandbox\","
        + "\"unified_receipt\":{\"status\":0,\"latest_receipt\":\"\(base64)\"}}\n").utf8)
    return vector
  }

  /// What no receipt has ever left out.
  private func fewAttributes() throws -> Vector {
    var receipt = ReceiptDescription()
    receipt.creationDate = Era.sha256.sampleDate
    var purchase = InAppDescription()
    purchase.productID = "com.example.reader.pro"
    receipt.inApp = [purchase]
    return try vector("few-attributes", "A receipt that says hardly anything", receipt)
  }
}

extension ReceiptDescription {
  fileprivate func with(_ change: (inout ReceiptDescription) -> Void) -> ReceiptDescription {
    var changed = self
    change(&changed)
    return changed
  }
}
