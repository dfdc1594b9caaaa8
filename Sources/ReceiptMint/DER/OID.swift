/// An ASN.1 object identifier (X.660), as its arcs. (The standard library already has an `ObjectIdentifier`.)
package struct OID: Hashable, Sendable {
  /// The arcs from the root: 1, 2, 840, 113635, …
  package let arcs: [UInt32]

  /// An identifier of at least two arcs, of which the first is 0, 1 or 2. Others cannot be encoded, but are not
  /// rejected.
  package init(_ arcs: UInt32...) { self.arcs = arcs }

  /// Content octets of the DER encoding (X.690 §8.19): base 128, first two arcs joined.
  var content: [UInt8] {
    guard arcs.count >= 2 else { return [] }
    var values = arcs.dropFirst().map(UInt64.init)
    values[0] += 40 * UInt64(arcs[0])
    return values.flatMap { value -> [UInt8] in
      var octets = [UInt8(value & 0x7F)]
      var rest = value >> 7
      while rest > 0 {
        octets.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
        rest >>= 7
      }
      return octets
    }
  }
}

extension OID {
  /// Marks a certificate that may sign receipts of the App Store (Apple; 226 of 226 signers have it).
  package static let receiptSignerMarker = OID(1, 2, 840, 113635, 100, 6, 11, 1)
  /// Marks Apple's Worldwide Developer Relations intermediate (Apple; 226 of 226).
  package static let intermediateMarker = OID(1, 2, 840, 113635, 100, 6, 2, 1)
  /// Marks the signer of iOS 6 transaction receipts, version 2 (observed on one "PurchaseReceiptCertificate").
  package static let transactionSignerMarker = OID(1, 2, 840, 113635, 100, 6, 5, 1)

  static let rsaEncryption = OID(1, 2, 840, 113549, 1, 1, 1)
  /// RFC 5480 §2.1.1 and RFC 5758 §3.2.
  static let ecPublicKey = OID(1, 2, 840, 10045, 2, 1)
  static let ecdsaWithSHA256 = OID(1, 2, 840, 10045, 4, 3, 2)
  static let ecdsaWithSHA384 = OID(1, 2, 840, 10045, 4, 3, 3)
  static let prime256v1 = OID(1, 2, 840, 10045, 3, 1, 7)
  static let secp384r1 = OID(1, 3, 132, 0, 34)
  /// The policy of certificates that Apple issues to itself for signing (observed on the signers of signed data).
  static let certificatePolicy = OID(1, 2, 840, 113635, 100, 5, 6, 1)
  /// RFC 5652 §4 and §5.
  static let data = OID(1, 2, 840, 113549, 1, 7, 1)
  static let signedData = OID(1, 2, 840, 113549, 1, 7, 2)
  /// Signed attributes, RFC 5652 §11.
  static let contentType = OID(1, 2, 840, 113549, 1, 9, 3)
  static let messageDigest = OID(1, 2, 840, 113549, 1, 9, 4)
  static let signingTime = OID(1, 2, 840, 113549, 1, 9, 5)
  /// Naming attributes, RFC 5280 appendix A.
  static let commonName = OID(2, 5, 4, 3)
  static let country = OID(2, 5, 4, 6)
  static let organization = OID(2, 5, 4, 10)
  static let organizationalUnit = OID(2, 5, 4, 11)
  /// Certificate extensions, RFC 5280 §4.2.
  static let subjectKeyIdentifier = OID(2, 5, 29, 14)
  static let keyUsage = OID(2, 5, 29, 15)
  static let basicConstraints = OID(2, 5, 29, 19)
  static let certificatePolicies = OID(2, 5, 29, 32)
  static let authorityKeyIdentifier = OID(2, 5, 29, 35)
  static let extendedKeyUsage = OID(2, 5, 29, 37)
  static let codeSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 3)
}
