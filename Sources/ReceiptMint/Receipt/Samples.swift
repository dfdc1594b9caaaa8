extension ReceiptDescription {
  /// The 16 octets of the device in ``sandboxSample(_:)``.
  package static let sampleGUID: [UInt8] = Array(0xA0...0xAF)

  /// A fictitious sandbox receipt without purchases, which has every attribute of real ones. Tests change only the part
  /// under test.
  public static func sandboxSample(_ era: Era = .sha256) -> ReceiptDescription {
    var receipt = ReceiptDescription()
    receipt.receiptType = "ProductionSandbox"
    receipt.appItemID = 0
    receipt.bundleIdentifier = "com.example.test"
    receipt.applicationVersion = "1"
    receipt.opaqueValue = Array(0x10...0x1F)
    receipt.deviceHash = .device(guid: sampleGUID)
    receipt.attribute6 = Array(0x40...0x7F)
    receipt.attribute7 = Array(0x80...0xAF)
    receipt.secondCreationDate = ""
    receipt.generatorVersion = "P305"
    receipt.ageRating = "4+"
    receipt.developerID = 0
    receipt.creationDate = era.sampleDate
    receipt.osVersion = 180_602
    receipt.attribute14 = 229
    receipt.downloadID = 0
    receipt.versionExternalIdentifier = 0
    receipt.originalPurchaseDate = "2013-08-01T07:00:00Z"
    receipt.originalApplicationVersion = "1.0"
    receipt.attribute20 = ""
    receipt.platform = 3
    return receipt
  }

  /// A fictitious receipt of StoreKit testing in Xcode, without purchases.
  package static var xcodeSample: ReceiptDescription {
    var receipt = ReceiptDescription()
    receipt.receiptType = "Xcode"
    receipt.appItemID = 0
    receipt.bundleIdentifier = "com.example.test"
    receipt.applicationVersion = "1"
    receipt.opaqueValue = [0xF2, 0xBF, 0xF5, 0xFB, 0x0F, 0, 0, 0]
    receipt.deviceHash = .device(guid: sampleGUID)
    receipt.secondCreationDate = ""
    receipt.creationDate = "2023-10-19T01:45:40Z"
    receipt.expirationDate = "4001-01-01T00:00:00Z"
    receipt.order = .xcode
    return receipt
  }
}

extension InAppDescription {
  /// A fictitious auto-renewable subscription of half an hour with every attribute of real ones since 2020.
  public static func subscriptionSample(
    transactionID: String = "2000000000000001", productID: String = "com.example.test.monthly"
  ) -> InAppDescription {
    var purchase = InAppDescription()
    purchase.quantity = 1
    purchase.productID = productID
    purchase.transactionID = transactionID
    purchase.originalTransactionID = "2000000000000001"
    purchase.purchaseDate = "2025-12-26T17:43:07Z"
    purchase.originalPurchaseDate = "2025-12-26T17:43:07Z"
    purchase.productType = 3
    purchase.expiresDate = "2025-12-26T18:13:07Z"
    purchase.itemID = 0
    purchase.webOrderLineItemID = 1_999_999_999_999_999
    purchase.cancellationDate = ""
    purchase.isTrialPeriod = false
    purchase.isInIntroOfferPeriod = false
    purchase.ownershipType = 0
    purchase.unknown = [1709: "", 1714: "", 1715: "", 1716: "", 1717: "", 1718: ""]
    return purchase
  }
}
