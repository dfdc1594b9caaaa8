/// Writing X.509 v3 certificates (RFC 5280 §4.1).
///
/// It does not use OpenSSL, so that the bytes are the same with every version of OpenSSL.
///
///     Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm AlgorithmIdentifier, signatureValue BIT STRING }
///     TBSCertificate ::= SEQUENCE { [0] version, serialNumber INTEGER, signature AlgorithmIdentifier, issuer Name,
///       validity SEQUENCE { Time, Time }, subject Name, subjectPublicKeyInfo, [3] extensions SEQUENCE OF Extension }
extension CertificateTemplate {
  /// The certificate for a key, signed by its issuer.
  func certificate(
    for key: any CertifiedKey, by issuer: (name: DistinguishedName, key: any CertifiedKey)
  ) throws(MintError) -> TestCertificate {
    let signature = issuer.key.signatureAlgorithm(digest)
    let validity = DEREncoder.sequence(
      try DEREncoder.time(self.validity.notBefore), try DEREncoder.time(self.validity.notAfter))
    let rest: [[UInt8]] = [
      signature, issuer.name.encoded, validity, subject.encoded, key.subjectPublicKeyInfo,
      DEREncoder.context(3, DEREncoder.sequence(try extensions(for: key, by: issuer.key))),
    ]
    let serialNumber = if let given = self.serialNumber { given } else { try Self.serialNumber(for: rest) }
    let version3 = DEREncoder.context(0, DEREncoder.integer(2))
    let tbs = DEREncoder.sequence([version3, DEREncoder.integer(unsigned: serialNumber)] + rest)
    let signed = try issuer.key.certificateSignature(tbs, digest: digest)
    return TestCertificate(
      subject: subject, issuer: issuer.name, serialNumber: serialNumber,
      der: DEREncoder.sequence(tbs, signature, DEREncoder.bitString(signed)), key: key)
  }

  /// 16 octets that differ for any two different certificates: no two certificates of one issuer may share a serial
  /// number.
  private static func serialNumber(for rest: [[UInt8]]) throws(MintError) -> [UInt8] {
    var octets = Array(try Digest.sha256.hash(DEREncoder.joined(rest)).prefix(16))
    // The number is positive, and always has the same length.
    octets[0] = octets[0] & 0x7F | 0x40
    return octets
  }

  /// The encoded extensions, in the order of Apple's certificates under G5 and G6.
  private func extensions(
    for key: any CertifiedKey, by issuer: any CertifiedKey
  ) throws(MintError) -> [[UInt8]] {
    var constraints: [[UInt8]] = []
    if isAuthority { constraints.append(DEREncoder.boolean(true)) }
    if let pathLength { constraints.append(DEREncoder.integer(pathLength)) }
    var written = [Self.extension(.basicConstraints, critical: true, DEREncoder.sequence(constraints))]
    if hasKeyIdentifiers {
      // AuthorityKeyIdentifier ::= SEQUENCE { keyIdentifier [0] IMPLICIT OCTET STRING, … }
      let authority = DEREncoder.sequence(DEREncoder.element(0x80, try issuer.identifier()))
      written.append(Self.extension(.authorityKeyIdentifier, critical: false, authority))
    }
    if let policy {
      // PolicyInformation ::= SEQUENCE { policyIdentifier, … }. Apple's certificates also have qualifiers, with texts
      // of Apple's own.
      let information = DEREncoder.sequence(DEREncoder.objectIdentifier(policy))
      written.append(Self.extension(.certificatePolicies, critical: false, DEREncoder.sequence(information)))
    }
    if hasKeyIdentifiers {
      let subject = DEREncoder.octetString(try key.identifier())
      written.append(Self.extension(.subjectKeyIdentifier, critical: false, subject))
    }
    if !keyUsage.isEmpty {
      // A BIT STRING begins with the number of unused bits.
      let octet = keyUsage.rawValue
      let bits = DEREncoder.element(0x03, [UInt8(octet.trailingZeroBitCount), octet])
      written.append(Self.extension(.keyUsage, critical: true, bits))
    }
    if isForCodeSigning {
      let purposes = DEREncoder.sequence(DEREncoder.objectIdentifier(.codeSigning))
      written.append(Self.extension(.extendedKeyUsage, critical: true, purposes))
    }
    return written + markers.map { Self.extension($0, critical: false, DEREncoder.null) }
  }

  /// `Extension ::= SEQUENCE { extnID, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }`.
  private static func `extension`(_ identifier: OID, critical: Bool, _ value: [UInt8]) -> [UInt8] {
    DEREncoder.sequence(
      DEREncoder.objectIdentifier(identifier), critical ? DEREncoder.boolean(true) : [], DEREncoder.octetString(value))
  }
}
