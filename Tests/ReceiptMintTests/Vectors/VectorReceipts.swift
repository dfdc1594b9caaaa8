import ReceiptMint

/// Receipts that vectors are made of. Every name and number in them is invented.
enum VectorReceipts {
  static let bundle = "com.example.reader"

  static func sandbox(_ purchases: InAppDescription...) -> ReceiptDescription {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.bundleIdentifier = bundle
    receipt.applicationVersion = "42"
    receipt.inApp = purchases
    return receipt
  }

  static func production(_ purchases: InAppDescription...) -> ReceiptDescription {
    var receipt = sandbox()
    receipt.receiptType = "Production"
    receipt.appItemID = 1_234_567_890
    receipt.developerID = 987_654_321
    // Above 2^53: readers that take numbers for floating point lose its last digits.
    receipt.downloadID = 9_007_199_254_740_993
    receipt.versionExternalIdentifier = 856_123_456
    receipt.secondCreationDate = "2025-12-26T18:39:46Z"
    receipt.originalPurchaseDate = "2019-03-10T10:00:00Z"
    receipt.originalApplicationVersion = "7"
    receipt.inApp = purchases
    return receipt
  }

  /// The example of the README: a trial, its renewal, and a later period that Apple's support cancelled.
  static func subscription() -> ReceiptDescription {
    let product = "com.example.reader.monthly"
    var trial = InAppDescription.subscriptionSample(transactionID: "2000000000000001", productID: product)
    (trial.purchaseDate, trial.originalPurchaseDate) = ("2025-11-02T08:59:59Z", "2025-11-02T09:00:00Z")
    trial.expiresDate = "2025-11-09T08:59:59Z"
    trial.isTrialPeriod = true
    trial.webOrderLineItemID = 2_000_000_000_000_101
    var renewal = InAppDescription.subscriptionSample(transactionID: "2000000000000002", productID: product)
    (renewal.purchaseDate, renewal.originalPurchaseDate) = ("2025-11-09T08:59:59Z", "2025-11-02T09:00:00Z")
    renewal.expiresDate = "2025-12-09T08:59:59Z"
    renewal.isInIntroOfferPeriod = true
    renewal.webOrderLineItemID = 2_000_000_000_000_102
    var cancelled = InAppDescription.subscriptionSample(transactionID: "2000000000000003", productID: product)
    (cancelled.purchaseDate, cancelled.originalPurchaseDate) = ("2025-12-09T08:59:59Z", "2025-11-02T09:00:00Z")
    cancelled.expiresDate = "2026-01-09T08:59:59Z"
    cancelled.cancellationDate = "2025-12-10T11:12:13Z"
    cancelled.cancellationReason = 1
    cancelled.webOrderLineItemID = 2_000_000_000_000_103
    cancelled.promotionalOfferID = "winter"
    // The order of the bytes is not that of time.
    return sandbox(renewal, trial, cancelled)
  }

  static func oneOff(_ product: String, type: Int64, quantity: Int64 = 1, id: String) -> InAppDescription {
    var purchase = InAppDescription.subscriptionSample(transactionID: id, productID: "com.example.reader." + product)
    purchase.originalTransactionID = id
    purchase.productType = type
    purchase.quantity = quantity
    purchase.expiresDate = ""
    purchase.webOrderLineItemID = 0
    return purchase
  }

  static func large() -> ReceiptDescription {
    var receipt = production()
    receipt.inApp = (1...187).map { number in
      // 61 is prime to 187: every identifier once, in an order that sorts neither way.
      let id = String(490_000_000_000_000 + number * 61 % 187)
      return .subscriptionSample(transactionID: id, productID: "com.example.reader.weekly")
    }
    return receipt
  }

  static func mac() -> ReceiptDescription {
    var receipt = production(oneOff("pro", type: 0, id: "490000000000001"))
    receipt.platform = 2
    receipt.ageRating = "4+"
    receipt.secondCreationDate = "2025-12-26T18:39:46.131Z"
    receipt.preorderDate = "2020-09-16T21:05:00Z"
    receipt.originalPurchaseDate = "2020-10-08T11:17:49.131Z"
    receipt.originalApplicationVersion = "1.2.3"
    return receipt
  }

  static func xcode() -> ReceiptDescription {
    var receipt = ReceiptDescription.xcodeSample
    receipt.bundleIdentifier = bundle
    receipt.creationDate = "2023-10-19T03:45:40+0200"
    receipt.expirationDate = "4001-01-01T02:00:00+0200"
    var purchase = InAppDescription()
    purchase.quantity = 1
    purchase.productID = "com.example.reader.monthly"
    purchase.transactionID = "0"
    purchase.purchaseDate = "2023-10-19T03:45:39+0200"
    purchase.expiresDate = "2023-11-19T03:45:39+0100"
    purchase.cancellationDate = ""
    purchase.isInIntroOfferPeriod = false
    receipt.inApp = [purchase]
    return receipt
  }

  static func vpp() -> ReceiptDescription {
    var receipt = production()
    receipt.receiptType = "ProductionVPP"
    receipt.expirationDate = "2026-12-26T18:39:47Z"
    // Without attribute 15 verifyReceipt prints null.
    receipt.downloadID = nil
    return receipt
  }
}
