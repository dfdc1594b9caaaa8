import ReceiptAnalysis

extension TemplateMaker {
  /// An iOS 6 transaction receipt of a product that is bought once.
  func transaction() -> TransactionDescription {
    let bought = options.creationDate
    let isSandbox = environment == .sandbox
    let number = identity.transactionID(0, of: 1, isSandbox: isSandbox)
    let product = options.product ?? options.bundleIdentifier + ".pro"
    var transaction = TransactionDescription()
    transaction.environment = isSandbox ? "Sandbox" : nil
    transaction.purchaseInfo = [
      .bundleIdentifier: options.bundleIdentifier, .applicationVersion: options.applicationVersion,
      .productID: product, .itemID: String(identity.storeID(.product)), .transactionID: number,
      .originalTransactionID: number, .quantity: String(options.quantity ?? 1),
      .purchaseDate: bought.gmtText, .purchaseDateMS: String(bought.milliseconds),
      .purchaseDatePST: bought.pacificText, .originalPurchaseDate: bought.gmtText,
      .originalPurchaseDateMS: String(bought.milliseconds), .originalPurchaseDatePST: bought.pacificText,
      .uniqueIdentifier: hexadecimal(identity.attribute6.prefix(20)),
      .uniqueVendorIdentifier: Self.uuid(options.deviceGUID ?? identity.deviceGUID),
    ]
    if !isSandbox {
      transaction.purchaseInfo[.appItemID] = String(identity.storeID(.app))
      transaction.purchaseInfo[.versionExternalIdentifier] = String(identity.storeID(.version) / 10)
    }
    return transaction
  }

  /// 8, 4, 4, 4 and 12 digits; the plain digits if there are not 16 octets.
  private static func uuid(_ octets: [UInt8]) -> String {
    octets.count == 16 ? String.uuid(octets).uppercased() : hexadecimal(octets)
  }
}
