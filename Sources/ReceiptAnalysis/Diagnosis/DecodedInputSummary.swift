extension DecodedInput {
  /// A description in one line.
  var summary: Message {
    switch document {
    case .receipt(let receipt): summary(of: receipt)
    case .transactionReceipt(let receipt):
      """
      an iOS 6 transaction receipt for \
      \(receipt.productID.map { "\($0)" } ?? "a product without a name" as Message) of \
      \(Self.app(receipt.bundleIdentifier)), bought \(Self.date(receipt.purchaseInstant))
      """
    case .jws(let signature):
      ForeignToken(signature)?.words
        ?? """
        signed data of StoreKit 2 (a JWS): \
        \(Message(english: SignedPayloadKind(signature.payload)?.table.title ?? "unknown content"))
        """
    }
  }

  private static func app(_ name: String?) -> Message { name.map { "\($0)" } ?? "an app without a name" }

  private static func date(_ instant: Instant?) -> Message {
    instant.map { "\($0.utcText) UTC" } ?? "at an unknown time"
  }

  private func summary(of receipt: Receipt) -> Message {
    let count = receipt.inApp.count
    let purchases: Message =
      switch count {
      case 0: "no purchases"
      case 1: "1 purchase"
      default: "\(grouped: count) purchases"
      }
    let what: Message =
      if case .payload = input.content { "the bare attributes of an app receipt" } else { "an app receipt" }
    return """
      \(what) of \(Self.app(receipt.bundleIdentifier)), type \
      \(receipt.receiptType.map { "\($0)" } ?? "unknown" as Message), made \
      \(Self.date(receipt.creationDate?.instant)), with \(purchases)
      """
  }
}
