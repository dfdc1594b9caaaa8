/// An unsigned statement in Apple's name: a notification of version 1, or a saved answer of verifyReceipt.
///
/// Nothing proves the statement. Before callers accept it, they must check what it says about itself: its app, its
/// environment and its password.
public struct AppleStatement: Sendable {
  /// The purchases that the statement reports.
  package let history: PurchaseHistory
  /// Every environment that the statement names: a notification names it twice.
  package let environments: [String]
  /// `password` of a notification, which is the app's shared secret.
  private let password: [UInt8]?

  /// Reads a statement. Callers must read a notification of version 2 as a ``SignedNotification`` before.
  ///
  /// - Parameter bytes: untrusted.
  /// - Throws: `.emptyInput`; `.invalidJSON` for an ambiguous text, or one whose values would change when stored;
  ///   `.otherFormat` for any other input: a receipt, a notification of version 2, a notification without a purchase,
  ///   an answer with an error status.
  package init(_ bytes: [UInt8]) throws(ReceiptError) {
    guard !bytes.isEmpty else {
      throw ReceiptError(.emptyInput, "an empty input", offset: 0, hint: "give the body that Apple sent")
    }
    guard let document = JSONValue.document(bytes), case .object = document else {
      throw Self.errorOfOtherInput(bytes)
    }
    guard
      let history = PurchaseHistory(notificationV1: document) ?? PurchaseHistory(verifyReceiptResponse: document)
    else { throw Self.errorOfDocument(document, bytes) }
    try document.requireUniqueNames()
    if let problem = history.identifierProblem { throw ReceiptError(.invalidJSON, problem) }
    if let status = history.refusingStatus {
      throw ReceiptError(
        .otherFormat, "an answer of verifyReceipt with status \(status): Apple vouched for nothing in it",
        hint: "receipt-tool explain \(status) says what to do")
    }
    self.history = history
    environments = try Self.environments(document)
    password = document["password"]?.stringValue.map { Array($0.utf8) }
  }

  private static func environments(_ document: JSONValue) throws(ReceiptError) -> [String] {
    var names: [String] = []
    for value in [document["environment"], document["unified_receipt"]?["environment"]] {
      switch value {
      case nil, .null?, .string("")?: break
      case .string(let name)?:
        if let problem = name.storeIdentifierProblem {
          throw ReceiptError(.invalidJSON, "`environment` is not an environment: \(problem)")
        }
        names.append(name)
      default: throw ReceiptError(.invalidJSON, "`environment` is not text")
      }
    }
    return names
  }

  /// Whether the statement contains the shared secret, which only Apple and the app's owner know. The comparison takes
  /// constant time.
  package func contains(_ secret: Secret) -> Bool { password.map { secret.matches($0) } ?? false }

  private static let neither: Message = "no notification of version 1 or 2 and no answer of verifyReceipt"

  /// The error for a JSON document that is neither a notification nor an answer with purchases.
  private static func errorOfDocument(_ document: JSONValue, _ bytes: [UInt8]) -> ReceiptError {
    if document["notification_type"] != nil {
      return ReceiptError(
        .otherFormat, "a notification without `unified_receipt`: it tells of no purchase",
        hint: "give the whole body that Apple sent")
    }
    if case .number(let status)? = document["status"] {
      return ReceiptError(.otherFormat, "an answer of verifyReceipt with status \(status), which tells of no purchase")
    }
    return errorOfOtherInput(bytes)
  }

  /// The error for any other input.
  private static func errorOfOtherInput(_ bytes: [UInt8]) -> ReceiptError {
    if let history = try? PurchaseHistoryReader().read(bytes) {
      return ReceiptError(
        .otherFormat, "\(neither), but \(history.kind.rawValue)", hint: "receipts are presented with `ledger add`")
    }
    return ReceiptError(
      .otherFormat, neither, hint: "it is JSON with `unified_receipt`, or with `status` and `latest_receipt_info`")
  }
}

extension JSONValue {
  /// Refuses a document in which one object has two members of one name.
  func requireUniqueNames() throws(ReceiptError) {
    guard let name = repeatedName else { return }
    throw ReceiptError(.invalidJSON, "`\(name)` stands twice in one object: readers differ in which they take")
  }
}
