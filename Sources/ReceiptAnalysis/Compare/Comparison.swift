/// What Apple's verifyReceipt answered, beside what the receipt itself says.
///
/// Apple prints what was signed, so that an honest answer to this very receipt has every field of it with the same value, type and
/// order, and a few more that only the servers know. Observed on every receipt that was found with its answer (FORMAT.md).
///
/// Nothing is believed: the receipt need not be authentic, and an answer is never signed. No clock and no network is used.
public struct Comparison: Sendable {
  /// What the comparison comes to. Raw values are stable and appear in JSON output.
  public enum Verdict: String, CaseIterable, Sendable {
    /// An honest answer to this receipt can look so.
    case agrees
    /// It cannot.
    case differs
    /// There was nothing to compare: the answer says nothing about the receipt; or a part of the receipt's input was not read.
    case incomplete
  }

  /// The receipt; unverified claims and the judgement about them.
  public let decoded: DecodedInput
  /// Apple's answer, or what somebody says is one.
  public let response: VerifyReceiptResponse
  /// Whether Apple's status fits our verdict.
  public let status: StatusAgreement
  /// Why the answer belongs to another receipt, in words without a final full stop; `nil` if it can be this one's.
  public let anotherReceipt: String?
  /// Every field of the answer and of the receipt: Apple's in their order, `status` aside, which ``status`` is about. Empty if
  /// the answer holds no receipt.
  public let fields: [ComparedField]
  /// The answer's `latest_receipt` beside its `latest_receipt_info`; `nil` if it has none.
  public let latestReceipt: LatestReceiptComparison?

  /// Compares.
  ///
  /// - Parameters:
  ///   - decoded: the receipt.
  ///   - response: the answer.
  ///   - decoder: reads the answer's `latest_receipt`; the one that read the receipt.
  /// - Throws: `.otherFormat` for signed data of StoreKit 2, which verifyReceipt never answers.
  public init(
    _ decoded: DecodedInput, with response: VerifyReceiptResponse, decoder: InputDecoder
  ) throws(ReceiptError) {
    self.decoded = decoded
    self.response = response
    status = StatusAgreement(response, decoded)
    let local = try JSONValue(receiptOf: decoded)
    var answer = AnswerComparison(decoded, local, response)
    answer.compare()
    (anotherReceipt, fields) = (answer.another, answer.fields.fields)
    latestReceipt = response.latestReceipt.map {
      LatestReceiptComparison($0, of: response, beside: decoded, decoder: decoder)
    }
  }

  /// What it comes to.
  public var verdict: Verdict {
    if status.outcome == .disagrees || anotherReceipt != nil || allFields.contains(where: { !$0.isExpected }) {
      return .differs
    }
    guard status.outcome == .agrees, decoded.unread.isEmpty else { return .incomplete }
    return holdsReceipt || [21002, 21003].contains(response.status.code) ? .agrees : .incomplete
  }

  /// Whether the answer holds a decoded receipt.
  public var holdsReceipt: Bool { response.holdsReceipt }

  /// Whether anything at all is not equal, also what only Apple's servers know.
  public var hasDifferences: Bool { allFields.contains { $0.kind != .equal } }

  /// How many fields are of a kind, and expected or not; those of ``latestReceipt`` aside.
  public func count(_ kind: ComparedField.Kind, expected: Bool) -> Int {
    fields.count { $0.kind == kind && $0.isExpected == expected }
  }

  /// Fields of this and of ``latestReceipt``.
  var allFields: [ComparedField] { fields + (latestReceipt?.fields ?? []) }
}
