/// A minted X.509 certificate that can sign as its holder. Its private key cannot be extracted.
public struct TestCertificate: Sendable {
  package let subject: DistinguishedName
  package let issuer: DistinguishedName
  /// Unsigned octets, most significant first.
  package let serialNumber: [UInt8]
  /// The certificate, DER.
  public let der: [UInt8]
  let key: RSAKey

  /// The certificate as PEM, for `--trust-anchor` and for openssl's `-CAfile`.
  public var pem: String { PEM.text(der, label: "CERTIFICATE") }

  /// SHA-256 of the DER certificate, by which trust anchors are pinned.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)``.
  public func fingerprint() throws(MintError) -> [UInt8] { try Digest.sha256.hash(der) }

  package var keyBits: Int { key.bits }

  /// The PKCS#1 v1.5 signature of `message` by the holder's key; as long as the modulus.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)``.
  package func sign(_ message: [UInt8], digest: Digest) throws(MintError) -> [UInt8] {
    try key.sign(message, digest: digest)
  }

  /// `IssuerAndSerialNumber ::= SEQUENCE { issuer Name, serialNumber INTEGER }` (RFC 5652 §10.2.4).
  var issuerAndSerialNumber: [UInt8] {
    DEREncoder.sequence(issuer.encoded, DEREncoder.integer(unsigned: serialNumber))
  }
}
