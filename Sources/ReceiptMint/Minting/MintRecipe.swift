import ReceiptAnalysis

/// The options for signing and wrapping a receipt.
package struct MintRecipe: Sendable {
  /// The era of Apple's certificates that the minted ones resemble; nil means the era of the receipt's date.
  package var era: Era?
  /// The digest of the receipt's signature; nil means the digest of the era.
  package var digest: Digest?
  /// Whether lengths are indefinite and the content is in pieces. In Xcode's receipts this is always so.
  package var isBER = false
  /// The number of additional OCTET STRINGs that enclose the payload.
  package var wrappings = 0
  /// Attributes to add to the payload, unvalidated.
  package var extraAttributes: [RawAttribute] = []
  /// The flaws of the receipt.
  package var flaws: [MintFlaw] = []

  /// Makes the recipe that Apple follows.
  package init() {}
}

/// A minted receipt of either kind.
package enum MintedOutput: Hashable, Sendable {
  /// The octets of an app receipt.
  case receipt([UInt8])
  /// An iOS 6 transaction receipt.
  case transaction(MintedTransaction)

  /// The octets of the receipt: CMS, or a property list.
  package var bytes: [UInt8] {
    switch self {
    case .receipt(let bytes): bytes
    case .transaction(let minted): Array(minted.propertyList.utf8)
    }
  }

  /// The octets as a device gives them to an app: standard base64 on one line.
  package var base64: String { Base64.encode(bytes) }

  /// The octets as a PEM block; `nil` for a property list, which is not ASN.1.
  package var pem: String? {
    guard case .receipt(let bytes) = self else { return nil }
    return DEREncoder.pem(bytes, label: "PKCS7")
  }
}
