/// A key pair that a certificate can be about, and that can sign certificates.
protocol CertifiedKey: AnyObject, Sendable {
  /// The size of the key.
  var bits: Int { get }
  /// `SubjectPublicKeyInfo`, encoded.
  var subjectPublicKeyInfo: [UInt8] { get }
  /// The key identifier of RFC 5280 §4.2.1.2, method 1.
  func identifier() throws(MintError) -> [UInt8]
  /// The `signatureValue` of a certificate. The digest is for RSA only; an elliptic curve implies its digest.
  func certificateSignature(_ message: [UInt8], digest: Digest) throws(MintError) -> [UInt8]
  /// The `AlgorithmIdentifier` of that signature.
  func signatureAlgorithm(_ digest: Digest) -> [UInt8]
}

extension RSAKey: CertifiedKey {
  func certificateSignature(_ message: [UInt8], digest: Digest) throws(MintError) -> [UInt8] {
    try sign(message, digest: digest)
  }

  func signatureAlgorithm(_ digest: Digest) -> [UInt8] { DEREncoder.algorithm(digest.rsaSignatureIdentifier) }
}
