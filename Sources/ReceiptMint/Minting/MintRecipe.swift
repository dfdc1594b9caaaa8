/// How a receipt is signed and wrapped.
public struct MintRecipe: Sendable {
  /// Which of Apple's eras the certificates are like; nil: the one of the receipt's date.
  public var era: Era?
  /// Digest of the receipt's signature; nil: that of the era.
  public var digest: Digest?
  /// Whether lengths are indefinite and the content is in pieces, as in Xcode's receipts; those have them in any case.
  public var isBER = false
  /// How many more OCTET STRINGs lie around the payload.
  public var wrappings = 0
  /// Attributes that are added to the payload, whatever they are.
  public var extraAttributes: [RawAttribute] = []
  /// What is wrong with it.
  public var flaws: [MintFlaw] = []

  /// As Apple does it.
  public init() {}
}

/// What was minted.
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

  /// What a device hands to an app: standard base64 on one line.
  public var base64: String { Base64.encode(bytes) }

  /// The octets as a PEM block; `nil` for what is not ASN.1.
  public var pem: String? {
    guard case .receipt(let bytes) = self else { return nil }
    return Base64.pem(bytes, label: "PKCS7")
  }
}
