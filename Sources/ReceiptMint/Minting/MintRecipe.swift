import ReceiptAnalysis

/// The options for signing and wrapping a receipt.
public struct MintRecipe: Sendable {
  /// The era of Apple's that the certificates resemble; nil: the one of the receipt's date.
  public var era: Era?
  /// Digest of the receipt's signature; nil: that of the era.
  public var digest: Digest?
  /// Whether lengths are indefinite and the content is in pieces, as in Xcode's receipts, where this is always so.
  public var isBER = false
  /// How many more OCTET STRINGs enclose the payload.
  public var wrappings = 0
  /// Attributes to add to the payload, unvalidated.
  public var extraAttributes: [RawAttribute] = []
  /// The flaws of the receipt.
  public var flaws: [MintFlaw] = []

  /// Apple's own options.
  public init() {}
}

/// A minted receipt of either kind.
public enum MintedOutput: Hashable, Sendable {
  /// The octets of an app receipt.
  case receipt([UInt8])
  /// An iOS 6 transaction receipt.
  case transaction(MintedTransaction)

  /// The octets: CMS, or a property list.
  public var bytes: [UInt8] {
    switch self {
    case .receipt(let bytes): bytes
    case .transaction(let minted): Array(minted.propertyList.utf8)
    }
  }

  /// The form in which devices give it to an app: standard base64 on one line.
  public var base64: String { Base64.encode(bytes) }

  /// The octets as a PEM block; `nil` for a property list, which is not ASN.1.
  public var pem: String? {
    guard case .receipt(let bytes) = self else { return nil }
    return PEM.text(bytes, label: "PKCS7")
  }
}
