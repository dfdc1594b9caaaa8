/// Apple's intermediates for receipts. They are valid for many years, whereas signers change every one or two years.
///
/// They are recognised by their octets, so the issuer "Apple Inc. Root" and the marker for receipts are not checked
/// again. Signers of Apple's shape under them are verified here, with one RSA operation. All other certificates take
/// the general path (``CertificateChain``), with the same result.
enum KnownIntermediates {
  /// SHA-256 of the certificates "Apple Worldwide Developer Relations" inside genuine receipts, 2014 to 2025, in
  /// lowercase hexadecimal. The newest ends in December 2030.
  static let fingerprints = [
    "53fd008278e5a595fe1e908ae9c5e5675f26243264a5a6438c023e3ce2870760",  // G5, until 2030
    "29901badea37c9f300ce9869956beeb001d7e71bffb2e2d9533e132a4e87e6bd",  // G8, until 2025
    "0f570d7502373a2102e2106faaa8fa4844944a07ee676198484f4d6ce15bea47",  // G7, until 2023
    "ce057691d730f89ca25e916f7335f4c8a15713dcd273a658c024023f8eb809c2",  // until 2023
    "64b302913f11ca1b6806093b76cade7f7b123be0c04924fda87f5f4e8647f051",  // until 2016
  ]

  /// The certificates of an envelope: a signer, a known intermediate that signed it, and "Apple Inc. Root", in any
  /// order; `nil` for all others.
  ///
  /// - Parameter digests: the SHA-256 of each certificate, in lowercase hexadecimal.
  static func certificates(_ encoded: [[UInt8]], _ digests: [String]) -> [Certificate]? {
    guard encoded.count == 3, let root = digests.firstIndex(of: AppleRoots.appleIncRootFingerprint),
      let intermediate = digests.firstIndex(where: fingerprints.contains),
      let signer = encoded.indices.first(where: { $0 != root && $0 != intermediate }),
      let plain = PlainCertificate(encoded[signer]),
      let issuer = PlainCertificate(encoded[intermediate]).map({
        Certificate($0, der: encoded[intermediate], sha256Fingerprint: digests[intermediate], knownIssuer: nil)
      }),
      isIssued(plain, encoded[signer], by: issuer),
      let anchor = PlainCertificate(encoded[root])
    else { return nil }
    return encoded.indices.map { index -> Certificate in
      switch index {
      case root: Certificate(anchor, der: encoded[index], sha256Fingerprint: digests[index], knownIssuer: nil)
      case signer: Certificate(plain, der: encoded[index], sha256Fingerprint: digests[index], knownIssuer: issuer)
      default: issuer
      }
    }
  }

  /// Whether a certificate has the shape of Apple's signers of receipts, and the issuer's signature.
  private static func isIssued(_ plain: PlainCertificate, _ der: [UInt8], by issuer: Certificate) -> Bool {
    guard let authority = issuer.plain, der[plain.issuer] == issuer.der[authority.subject],
      let keyIdentifier = authority.extensions.first(where: { $0.identifier == subjectKeyIdentifier })?.value,
      plain.extensions.allSatisfy({ isUsual($0, keyIdentifier) }),
      [basicConstraints, authorityKeyIdentifier, keyUsage].allSatisfy({ name in
        plain.extensions.contains { $0.identifier == name }
      }),
      let key = VerificationKey(issuer, .rsa, plain.digest)
    else { return false }
    return key.verifies(der.span.bytes, signature: plain.signature, message: plain.signed)
  }

  /// Whether an extension is one that Apple's signers have (RFC 5280, 4.2): they are no authorities, may only sign, and
  /// name the issuer's key identifier. None of them names purposes.
  private static func isUsual(_ found: Certificate.Extension, _ keyIdentifier: [UInt8]) -> Bool {
    switch found.identifier {
    // An empty SEQUENCE: no authority.
    case basicConstraints: found.isCritical && found.value == [0x30, 0x00]
    // A BIT STRING with seven unused bits and the first bit: digitalSignature.
    case keyUsage: found.isCritical && found.value == [0x03, 0x02, 0x07, 0x80]
    // `AuthorityKeyIdentifier ::= SEQUENCE { [0] keyIdentifier }`, where the subject's is an OCTET STRING.
    case authorityKeyIdentifier:
      !found.isCritical && isKeyIdentifier(keyIdentifier)
        && found.value == [0x30, 0x16, 0x80] + keyIdentifier.dropFirst()
    case subjectKeyIdentifier: !found.isCritical && isKeyIdentifier(found.value)
    case authorityInformation, certificatePolicies, distributionPoints, MarkerOID.receiptSigning: !found.isCritical
    default: false
    }
  }

  /// Whether the value is an OCTET STRING with the 20 octets of a SHA-1.
  private static func isKeyIdentifier(_ value: [UInt8]) -> Bool { value.count == 22 && value.starts(with: [4, 20]) }

  private static let subjectKeyIdentifier = "2.5.29.14"
  private static let keyUsage = "2.5.29.15"
  private static let basicConstraints = "2.5.29.19"
  private static let distributionPoints = "2.5.29.31"
  private static let certificatePolicies = "2.5.29.32"
  private static let authorityKeyIdentifier = "2.5.29.35"
  private static let authorityInformation = "1.3.6.1.5.5.7.1.1"
}
