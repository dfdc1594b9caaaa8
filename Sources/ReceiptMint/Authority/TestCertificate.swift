/// A minted X.509 certificate that can sign as its holder. Its private key cannot be extracted.
public struct TestCertificate: Sendable {
  package let subject: DistinguishedName
  package let issuer: DistinguishedName
  /// Unsigned octets, most significant first.
  package let serialNumber: [UInt8]
  /// The certificate, DER.
  public let der: [UInt8]
  let key: any CertifiedKey

  /// The certificate as PEM, for `--trust-anchor` and for openssl's `-CAfile`.
  package var pem: String { DEREncoder.pem(der, label: "CERTIFICATE") }

  package var keyBits: Int { key.bits }

  /// The PKCS#1 v1.5 signature of `message` by the holder's key; as long as the modulus.
  ///
  /// - Throws: ``MintError/impossible(_:)`` for a key on an elliptic curve, ``MintError/openSSL(call:reason:)``.
  package func sign(_ message: [UInt8], digest: Digest) throws(MintError) -> [UInt8] {
    guard let key = key as? RSAKey else { throw MintError.impossible("receipts are signed with RSA keys") }
    return try key.sign(message, digest: digest)
  }

  /// The key on an elliptic curve, with which signed data is signed.
  func ellipticKey() throws(MintError) -> EllipticKey {
    guard let key = key as? EllipticKey else {
      throw MintError.impossible("signed data is signed with keys on elliptic curves")
    }
    return key
  }

  /// `IssuerAndSerialNumber ::= SEQUENCE { issuer Name, serialNumber INTEGER }` (RFC 5652 §10.2.4).
  var issuerAndSerialNumber: [UInt8] {
    DEREncoder.sequence(issuer.encoded, DEREncoder.integer(unsigned: serialNumber))
  }
}
