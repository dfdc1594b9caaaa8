import ReceiptAnalysis

/// A message digest of receipt signatures.
package enum Digest: String, CaseIterable, Sendable {
  /// SHA-1, 20 bytes: receipts up to the intermediates G7 and G8 (2023-24; observed).
  case sha1
  /// SHA-256, 32 bytes: receipts under WWDR G5 (TN3138), and receipts of StoreKit testing in Xcode.
  case sha256

  /// The AlgorithmIdentifier's object identifier of the bare digest (RFC 3370 §2.1, RFC 5754 §2.2).
  var identifier: OID { self == .sha1 ? OID(1, 3, 14, 3, 2, 26) : OID(2, 16, 840, 1, 101, 3, 4, 2, 1) }

  /// The object identifier of RSA PKCS#1 v1.5 with this digest (RFC 8017, appendix A.2.4).
  var rsaSignatureIdentifier: OID { OID(1, 2, 840, 113549, 1, 1, self == .sha1 ? 5 : 11) }

  /// The digest of `bytes`.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)`` if OpenSSL does not offer the digest.
  package func hash(_ bytes: [UInt8]) throws(MintError) -> [UInt8] {
    let digest = (self == .sha1 ? DigestAlgorithm.sha1 : .sha256).digest(bytes)
    guard !digest.isEmpty else { throw MintError.failed("EVP_Digest") }
    return digest
  }
}
