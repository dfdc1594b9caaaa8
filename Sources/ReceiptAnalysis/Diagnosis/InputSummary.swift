/// Describes an input in one line.
enum InputSummary {
  static func text(_ decoded: DecodedInput) -> String {
    switch decoded.document {
    case .receipt(let receipt): text(receipt, decoded.input.content)
    case .transactionReceipt(let receipt):
      "an iOS 6 transaction receipt for \(receipt.productID ?? "a product without a name") of "
        + "\(receipt.bundleIdentifier ?? "an app without a name"), bought "
        + (receipt.purchaseInstant.map { $0.utcText + " UTC" } ?? "at an unknown time")
    case .jws(let signature): text(signature)
    }
  }

  private static func text(_ receipt: Receipt, _ content: RecognizedInput.Content) -> String {
    let count = receipt.inApp.count
    let what =
      switch content {
      case .payload: "the bare attributes of an app receipt"
      default: "an app receipt"
      }
    return "\(what) of \(receipt.bundleIdentifier ?? "an app without a name"), type "
      + "\(receipt.receiptType ?? "unknown"), made "
      + (receipt.creationDate.map { $0.instant.utcText + " UTC" } ?? "at an unknown time")
      + ", with \(count == 0 ? "no purchases" : count == 1 ? "1 purchase" : "\(count.grouped) purchases")"
  }

  private static func text(_ signature: JSONWebSignature) -> String {
    if let token = ForeignToken(signature) { return token.words }
    let what = SignedPayloadKind(signature.payload)?.table.title ?? "unknown content"
    return "signed data of StoreKit 2 (a JWS): \(what)"
  }
}
