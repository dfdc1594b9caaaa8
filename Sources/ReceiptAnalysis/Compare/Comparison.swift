/// The answer of Apple's verifyReceipt, compared with the receipt itself.
///
/// Apple prints what was signed. So an honest answer has every field of the receipt with the same value and type and in
/// the same order, and a few more fields that only the servers know. This was observed on every genuine receipt that
/// was found with its answer.
///
/// Neither side is trusted: the receipt need not be authentic, and an answer is never signed. The comparison uses no
/// clock and no network.
public struct Comparison: Sendable {
  /// The result of the comparison. Raw values are stable and appear in JSON output.
  public enum Verdict: String, CaseIterable, Sendable {
    /// An honest answer to this receipt, or signed data of the same customer, can look like this.
    case agrees
    /// Neither an honest answer nor signed data of the same customer can look like this.
    case differs
    /// Nothing could be compared, or a part of the data was not read or not proven.
    case incomplete
  }

  /// The receipt: unverified claims, and the judgement on them.
  public let decoded: DecodedInput
  /// The answer, which claims to be Apple's.
  public let response: VerifyReceiptResponse
  /// Whether the answer's status agrees with the verdict of this library on the receipt.
  public let status: StatusAgreement
  /// Why the answer belongs to another receipt, in words without a final full stop; `nil` if it may belong to this one.
  public let anotherReceipt: Message?
  /// Every field of the answer and of the receipt, in Apple's order; empty if the answer holds no receipt.
  ///
  /// `status` is left out: see ``status``.
  public let fields: [ComparedField]
  /// The answer's `latest_receipt` compared with its `latest_receipt_info`; `nil` without a `latest_receipt`.
  public let latestReceipt: LatestReceiptComparison?

  /// Compares a receipt with an answer.
  ///
  /// - Parameters:
  ///   - decoded: the receipt.
  ///   - response: the answer.
  ///   - decoder: reads the answer's `latest_receipt`; use the decoder that read the receipt.
  /// - Throws: `.otherFormat` for signed data of StoreKit 2, for which verifyReceipt has no answers.
  public init(
    _ decoded: DecodedInput, with response: VerifyReceiptResponse, decoder: InputDecoder
  ) throws(ReceiptError) {
    self.decoded = decoded
    self.response = response
    status = StatusAgreement(response, decoded)
    let local = try JSONValue(receiptOf: decoded)
    var answer = AnswerComparison(decoded, local, response)
    answer.compare()
    anotherReceipt = answer.anotherReceipt
    fields = answer.fields.fields
    latestReceipt = response.latestReceipt.map {
      LatestReceiptComparison($0, of: response, beside: decoded, decoder: decoder)
    }
  }

  /// The result.
  public var verdict: Verdict {
    if status.outcome == .disagrees || anotherReceipt != nil || allFields.contains(where: { !$0.isExpected }) {
      return .differs
    }
    guard status.outcome == .agrees, decoded.unread.isEmpty else { return .incomplete }
    // An answer that rejects the receipt holds none, and is complete without it.
    return response.holdsReceipt || [21002, 21003].contains(response.status.code) ? .agrees : .incomplete
  }

  /// Whether any field differs, including values that only Apple's servers know.
  package var hasDifferences: Bool { allFields.contains { $0.kind != .equal } }

  /// The number of fields of a kind that are expected, or not; without the fields of ``latestReceipt``.
  package func count(_ kind: ComparedField.Kind, expected: Bool) -> Int {
    fields.count(kind, expected: expected)
  }

  /// The fields of this comparison and of ``latestReceipt``.
  package var allFields: [ComparedField] { fields + (latestReceipt?.fields ?? []) }
}
