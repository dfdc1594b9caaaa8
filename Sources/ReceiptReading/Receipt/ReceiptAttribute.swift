/// One attribute of a receipt or of a purchase, as it stands in the payload, whether or not its type is known.
///
///     ReceiptAttribute ::= SEQUENCE {
///       type     INTEGER,
///       version  INTEGER,
///       value    OCTET STRING }
///
/// Source: Apple, "Receipt Validation Programming Guide"; observed in 226 receipts from Apple and 5 from Xcode.
public struct ReceiptAttribute: Equatable, Sendable {
  /// The type. `receipt-tool explain` explains all types that were ever seen.
  package let type: Int64
  /// The version: 1, and 2 for the opaque value in Apple-signed receipts.
  package let version: Int64
  /// Offset of the SEQUENCE in ``Receipt/payload``.
  package let offset: Int
  /// The range of the OCTET STRING's contents in ``Receipt/payload``.
  package let value: Range<Int>
}

/// Something irregular in a receipt. The decoder reports it and reads on.
public struct ReceiptIrregularity: Equatable, Sendable {
  /// The kinds of irregularities. Raw values are stable and appear in JSON output.
  package enum Kind: String, CaseIterable, Sendable {
    /// An attribute type whose meaning is unknown.
    case unknownType = "unknown_type"
    /// A type that may occur only once but occurs again; the first occurrence counts.
    case duplicate
    /// A value that is not encoded as its type demands.
    case oddValue = "odd_value"
    /// The payload is wrapped in a second OCTET STRING (seen in synthetic data).
    case doubleWrapped = "double_wrapped"
  }

  /// The kind of the irregularity.
  package var kind: Kind
  /// The attribute type, if the irregularity concerns one.
  package var attributeType: Int64?
  /// Offset in ``Receipt/payload``.
  package var offset: Int
  /// One sentence without a final full stop: `attribute 1704 at byte 812: "2024-13-01" is not an RFC 3339 date`.
  public var message: Message
}
