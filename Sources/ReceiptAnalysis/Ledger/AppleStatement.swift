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
  /// - Throws: `.emptyInput`; `.invalidJSON` for what could be read in two ways, or remembered as something else; `.otherFormat` for
  ///   whatever else it is: a receipt, a notification of version 2, one that tells of no purchase, an answer in which Apple vouched for
  ///   nothing.
  public init(_ bytes: [UInt8]) throws(ReceiptError) {
    guard !bytes.isEmpty else {
      throw ReceiptError(.emptyInput, "an empty input", offset: 0, hint: "give the body that Apple sent")
    }
    guard let document = JSONValue.document(bytes), case .object = document else { throw Self.other(bytes) }
    guard
      let history = PurchaseHistory(notificationV1: document) ?? PurchaseHistory(verifyReceiptResponse: document)
    else { throw Self.other(document, bytes) }
    if let name = document.repeatedMember {
      throw ReceiptError(.invalidJSON, "`\(name)` stands twice in one object: readers differ in which they take")
    }
    if let problem = history.unusableIdentifier { throw ReceiptError(.invalidJSON, problem) }
    if let status = history.refusal {
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
        if let problem = LedgerName.problem(identifier: name) {
          throw ReceiptError(.invalidJSON, "`environment` is no environment: \(problem)")
        }
        names.append(name)
      default: throw ReceiptError(.invalidJSON, "`environment` is no text")
      }
    }
    return names
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

extension JSONValue {
  /// The name of a member that stands twice in one object, in whatever depth; `nil` if none does. Which of the two counts differs from
  /// one reader to the next, and Apple writes no such thing.
  package var repeatedMember: String? {
    switch self {
    case .object(let members):
      var names: Set<String> = []
      for member in members where !names.insert(member.name).inserted { return member.name }
      return members.lazy.compactMap(\.value.repeatedMember).first
    case .array(let elements): return elements.lazy.compactMap(\.repeatedMember).first
    default: return nil
    }
  }
}
