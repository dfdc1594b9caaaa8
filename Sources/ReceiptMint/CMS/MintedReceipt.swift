import ReceiptAnalysis

/// A minted receipt.
public struct MintedReceipt: Hashable, Sendable {
  /// The SET of receipt attributes.
  package let payload: [UInt8]
  /// The CMS SignedData, as in the file of a receipt.
  public let bytes: [UInt8]

  /// ``bytes`` in standard, padded base64 on one line: `receipt-data` of verifyReceipt.
  public var base64: String { Base64.encode(bytes) }
}
