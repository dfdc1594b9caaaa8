/// An answer of verifyReceipt, unchanged: unknown keys, order and digits of numbers are kept.
///
///     { "status": 0, "environment": "Sandbox", "receipt": { "in_app": [...] },
///       "latest_receipt_info": [...], "latest_receipt": "...", "pending_renewal_info": [...], "is_retryable": false }
///
/// No part of an answer is signed, so anyone who handled the answer may have changed it. Source: Apple, "responseBody"
/// of verifyReceipt.
public struct VerifyReceiptResponse: Equatable, Sendable {
  /// The default limit on the size of an answer, in bytes; 10,000 purchases take about 20 MiB.
  public static let maximumBytes = 64 << 20

  static let hint: Message = "this is not what verifyReceipt answers; look at what was asked, and at proxies on the way"

  /// The whole answer, which is a JSON object.
  public let document: JSONValue
  /// `status`; a string of digits is read as well, because programs convert answers when they save them.
  public let status: VerifyReceiptStatus

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - bytes: the body of the HTTP response, or the saved copy of it; untrusted. A byte-order mark is skipped.
  ///   - maximumBytes: the largest text to read.
  /// - Throws: `.emptyInput`, `.inputTooLarge`, `.otherFormat` for HTML, `.truncated` for truncated JSON,
  ///   `.invalidEncoding` for text that is not UTF-8, `.invalidJSON` for other JSON and for objects without a status. A
  ///   status other than 0 is no error.
  public init(_ bytes: [UInt8], maximumBytes: Int = VerifyReceiptResponse.maximumBytes) throws(ReceiptError) {
    try self.init(document: try JSONValue(answer: bytes, maximumBytes: maximumBytes))
  }

  /// Takes a document that has already been read.
  ///
  /// - Throws: `.invalidJSON` if it is not an object or has no status.
  package init(document: JSONValue) throws(ReceiptError) {
    guard case .object = document else {
      throw ReceiptError(
        .invalidJSON, "JSON, but no object: an answer of verifyReceipt is one", offset: 0, hint: Self.hint)
    }
    var reader = FieldReader(document)
    guard let code = reader.integer("status").flatMap({ Int(exactly: $0) }) else {
      let what: Message = reader.has("status") ? "a `status` that is not a whole number" : "no `status`"
      throw ReceiptError(
        .invalidJSON, "JSON with \(what): an answer of verifyReceipt has a number there", offset: 0,
        hint: Self.hint)
    }
    self.document = document
    status = VerifyReceiptStatus(code)
  }

  /// Why this cannot be a live answer of Apple's server; `nil` if it can.
  ///
  /// Either a member occurs twice, so that readers differ in which of the two they use, or the status is not a number.
  /// Answers that programs saved may have both faults; ``Comparison`` reports them.
  package var objection: ReceiptError? {
    var names: Set<String> = []
    if let twice = document.members.first(where: { !names.insert($0.name).inserted }) {
      return ReceiptError(
        .invalidJSON, "JSON with `\(twice.name.displayed(limit: 60))` twice: readers differ in which they take",
        hint: Self.hint)
    }
    if case .number? = document["status"] { return nil }
    return ReceiptError(
      .invalidJSON, "JSON with a `status` that is a text: an answer of verifyReceipt has a number there",
      hint: Self.hint)
  }

  /// `environment`: `Production` or `Sandbox`; absent in many answers with a status other than 0.
  public var environment: String? { document["environment"]?.stringValue }

  /// The retry flag, `is_retryable` or `is-retryable`: `true`, `1` or `"1"`; `nil` if absent.
  public var isRetryable: Bool? {
    var reader = FieldReader(document)
    return reader.flag("is_retryable") ?? reader.flag("is-retryable")
  }

  /// The next action, by ``status`` and ``isRetryable``.
  public var followUp: VerifyReceiptStatus.FollowUp { status.followUp(retryFlag: isRetryable) }

  /// `receipt`: the decoded receipt, or the purchase of an iOS 6 transaction receipt.
  public var receipt: JSONValue? { document["receipt"] }

  /// Whether the answer has a decoded receipt that is not empty.
  public var holdsReceipt: Bool { receipt?.members.isEmpty == false }

  /// `receipt.in_app`, in Apple's order; empty if absent.
  public var inApp: [JSONValue] { receipt?["in_app"]?.purchaseList ?? [] }

  /// `latest_receipt_info`, in Apple's order; empty if absent. For iOS 6 receipts it is one object and not a list.
  public var latestReceiptInfo: [JSONValue] { document["latest_receipt_info"]?.purchaseList ?? [] }

  /// `latest_receipt`: a fresh receipt in base64.
  public var latestReceipt: String? { document["latest_receipt"]?.stringValue }

  /// `pending_renewal_info`; empty if absent.
  public var pendingRenewalInfo: [JSONValue] { document["pending_renewal_info"]?.purchaseList ?? [] }
}

extension PurchaseHistory {
  /// The purchases of an answer; `nil` if it has none.
  package init?(_ response: VerifyReceiptResponse) {
    self.init(verifyReceiptResponse: response.document)
  }
}
