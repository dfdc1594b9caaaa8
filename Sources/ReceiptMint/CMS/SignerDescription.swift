/// One SignerInfo to be written. The defaults are those of Apple's receipts: issuer and serial number, no signed
/// attributes, bare `rsaEncryption` (226 of 226).
package struct SignerDescription: Sendable {
  /// A fault of a signature.
  package enum Flaw: Hashable, Sendable {
    /// The lowest bit of the signature's last octet is flipped.
    case flippedSignature
    /// The digest was taken over these octets instead of the content: the content was changed after signing.
    case signedOther([UInt8])
  }

  /// The certificate that the SignerInfo names.
  package var certificate: TestCertificate
  /// The certificate whose key signs; nil means ``certificate``. The key of another certificate produces a bad
  /// signature.
  package var keyHolder: TestCertificate?
  /// Digest of the content.
  package var digest: Digest
  /// Whether the signature algorithm is `sha256WithRSAEncryption` and the like, as Xcode writes, instead of
  /// `rsaEncryption`, as Apple's servers do.
  package var namesDigestWithRSA = false
  /// `YYYY-MM-DDThh:mm:ssZ`: writes signed attributes with this signing time; nil: writes none.
  package var signingTime: String?
  /// Encoded attributes that no signature covers; anyone may add some to a receipt.
  package var unsignedAttributes: [[UInt8]] = []
  /// The fault of the signature; nil for a correct signature.
  package var flaw: Flaw?

  /// A signer as in Apple's receipts.
  package init(_ certificate: TestCertificate, digest: Digest) {
    self.certificate = certificate
    self.digest = digest
  }

  /// `SignerInfo ::= SEQUENCE { version 1, sid IssuerAndSerialNumber, digestAlgorithm, signedAttrs [0] IMPLICIT
  /// OPTIONAL, signatureAlgorithm, signature OCTET STRING, unsignedAttrs [1] IMPLICIT OPTIONAL }` (RFC 5652 §5.3) over
  /// `content`, the content octets of eContent.
  func encoded(over content: [UInt8]) throws(MintError) -> [UInt8] {
    let signed: [UInt8] = if case .signedOther(let other) = flaw { other } else { content }
    let attributes = try signedAttributes(over: signed)
    // The signature covers the encoding as SET OF, although [0] IMPLICIT is written (RFC 5652 §5.4).
    let message = attributes.isEmpty ? signed : DEREncoder.set(attributes)
    var signature = try (keyHolder ?? certificate).sign(message, digest: digest)
    if flaw == .flippedSignature, let last = signature.indices.last { signature[last] ^= 1 }
    return DEREncoder.sequence(
      DEREncoder.integer(1), certificate.issuerAndSerialNumber, DEREncoder.algorithm(digest.identifier),
      attributes.isEmpty ? [] : DEREncoder.element(0xA0, DEREncoder.joined(attributes)),
      DEREncoder.algorithm(namesDigestWithRSA ? digest.rsaSignatureIdentifier : .rsaEncryption),
      DEREncoder.octetString(signature),
      unsignedAttributes.isEmpty ? [] : DEREncoder.element(0xA1, DEREncoder.joined(unsignedAttributes)))
  }

  /// `SET OF SEQUENCE { attrType, attrValues SET }`: contentType, signingTime, messageDigest, sorted as DER requires.
  private func signedAttributes(over content: [UInt8]) throws(MintError) -> [[UInt8]] {
    guard let signingTime else { return [] }
    func attribute(_ type: OID, _ value: [UInt8]) -> [UInt8] {
      DEREncoder.sequence(DEREncoder.objectIdentifier(type), DEREncoder.set([value]))
    }
    return DEREncoder.sorted([
      attribute(.contentType, DEREncoder.objectIdentifier(.data)),
      attribute(.signingTime, try DEREncoder.time(signingTime)),
      attribute(.messageDigest, DEREncoder.octetString(try digest.hash(content))),
    ])
  }
}
