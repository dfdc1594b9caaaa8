/// What somebody hands in as said by Apple: a notification of version 1, or a saved answer of verifyReceipt. Nothing in either is signed,
/// so whoever takes it in looks at everything that it says of itself first.
public struct AppleStatement: Sendable {
  /// The purchases that it tells of.
  public let history: PurchaseHistory
  /// Every environment that it names: a notification names it twice.
  public let environments: [String]
  /// `password` of a notification, which is the app's shared secret.
  private let password: [UInt8]?

  /// Reads a statement.
  ///
  /// - Parameter bytes: untrusted.
  /// - Throws: `.emptyInput`, and `.otherFormat` for whatever else it is: a receipt, a notification of version 2, one that tells of no
  ///   purchase, an answer in which Apple vouched for nothing.
  public init(_ bytes: [UInt8]) throws(ReceiptError) {
    guard !bytes.isEmpty else {
      throw ReceiptError(.emptyInput, "an empty input", offset: 0, hint: "give the body that Apple sent")
    }
    guard let document = JSONValue.document(bytes), case .object = document else { throw Self.other(bytes) }
    guard
      let history = PurchaseHistory(notificationV1: document) ?? PurchaseHistory(verifyReceiptResponse: document)
    else { throw Self.other(document, bytes) }
    if let status = history.refusal {
      throw ReceiptError(
        .otherFormat, "an answer of verifyReceipt with status \(status): Apple vouched for nothing in it",
        hint: "receipt-tool explain \(status) says what to do")
    }
    self.history = history
    let names = [document["environment"], document["unified_receipt"]?["environment"]]
    environments = names.compactMap { $0?.stringValue }.filter { !$0.isEmpty }
    password = document["password"]?.stringValue.map { Array($0.utf8) }
  }

  /// Whether it carries the shared secret, which only Apple and the app's owner know; compared in a time that tells nothing of it.
  public func carries(_ secret: Secret) -> Bool { password.map { secret.matches($0) } ?? false }

  private static let wanted = "no notification of version 1 and no answer of verifyReceipt"

  private static func other(_ document: JSONValue, _ bytes: [UInt8]) -> ReceiptError {
    if document["signedPayload"] != nil {
      return ReceiptError(
        .otherFormat, "\(wanted), but a notification of version 2 (`signedPayload`)",
        hint: "a ledger takes version 1; `receipt-tool status` reads this one")
    }
    if document["notification_type"] != nil {
      return ReceiptError(
        .otherFormat, "a notification without `unified_receipt`: it tells of no purchase",
        hint: "give the whole body that Apple sent")
    }
    if case .number(let status)? = document["status"] {
      return ReceiptError(.otherFormat, "an answer of verifyReceipt with status \(status), which tells of no purchase")
    }
    return other(bytes)
  }

  private static func other(_ bytes: [UInt8]) -> ReceiptError {
    if let history = try? PurchaseHistoryReader().read(bytes) {
      return ReceiptError(
        .otherFormat, "\(wanted), but \(history.kind.rawValue)", hint: "receipts are presented with `ledger add`")
    }
    return ReceiptError(
      .otherFormat, wanted, hint: "it is JSON with `unified_receipt`, or with `status` and `latest_receipt_info`")
  }
}
