import ReceiptAnalysis

/// A minted iOS 6 transaction receipt.
package struct MintedTransaction: Hashable, Sendable {
  /// The octets of `purchase-info`, decoded from base64: an old-style property list.
  package let purchaseInfo: [UInt8]
  /// The octets of `signature`, decoded from base64: version, RSA signature, length, certificate.
  package let signatureBlob: [UInt8]
  /// The whole receipt as an old-style property list.
  package let propertyList: String

  /// ``propertyList`` in base64 on one line: `transactionReceipt` in the device's form, starting `ewoJInNp`.
  package var base64: String { Base64.encode(Array(propertyList.utf8)) }
}
