extension DecodedInput {
  /// A description in one line.
  var summary: String {
    switch document {
    case .receipt(let receipt): summary(of: receipt)
    case .transactionReceipt(let receipt):
      "an iOS 6 transaction receipt for \(receipt.productID ?? "a product without a name") of "
        + "\(receipt.bundleIdentifier ?? "an app without a name"), bought "
        + (receipt.purchaseInstant.map { $0.utcText + " UTC" } ?? "at an unknown time")
    case .jws(let signature):
      ForeignToken(signature)?.words
        ?? "signed data of StoreKit 2 (a JWS): "
        + (SignedPayloadKind(signature.payload)?.table.title ?? "unknown content")
    }
  }

  private func summary(of receipt: Receipt) -> String {
    let count = receipt.inApp.count
    let what = if case .payload = input.content { "the bare attributes of an app receipt" } else { "an app receipt" }
    return "\(what) of \(receipt.bundleIdentifier ?? "an app without a name"), type "
      + "\(receipt.receiptType ?? "unknown"), made "
      + (receipt.creationDate.map { $0.instant.utcText + " UTC" } ?? "at an unknown time")
      + ", with \(count == 0 ? "no purchases" : count == 1 ? "1 purchase" : "\(count.grouped) purchases")"
  }
}
