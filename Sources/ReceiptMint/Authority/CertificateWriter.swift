/// Writes X.509 v3 certificates (RFC 5280 §4.1).
///
/// It does not use OpenSSL, so that the bytes are the same with every version of OpenSSL.
///
///     Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm AlgorithmIdentifier, signatureValue BIT STRING }
///     TBSCertificate ::= SEQUENCE { [0] version, serialNumber INTEGER, signature AlgorithmIdentifier, issuer Name,
///       validity SEQUENCE { Time, Time }, subject Name, subjectPublicKeyInfo, [3] extensions SEQUENCE OF Extension }
struct CertificateWriter {
  let template: CertificateTemplate
  let key: any CertifiedKey
  let issuer: (name: DistinguishedName, key: any CertifiedKey)

  func certificate() throws(MintError) -> TestCertificate {
    let signature = issuer.key.signatureAlgorithm(template.digest)
    let validity = DEREncoder.sequence(
      try DEREncoder.time(template.validity.notBefore), try DEREncoder.time(template.validity.notAfter))
    let rest: [[UInt8]] = [
      signature, issuer.name.encoded, validity, template.subject.encoded, key.subjectPublicKeyInfo,
      DEREncoder.context(3, DEREncoder.sequence(try extensions())),
    ]
    let serialNumber = if let given = template.serialNumber { given } else { try Self.serialNumber(for: rest) }
    let version3 = DEREncoder.context(0, DEREncoder.integer(2))
    let tbs = DEREncoder.sequence([version3, DEREncoder.integer(unsigned: serialNumber)] + rest)
    let signed = try issuer.key.certificateSignature(tbs, digest: template.digest)
    return TestCertificate(
      subject: template.subject, issuer: issuer.name, serialNumber: serialNumber,
      der: DEREncoder.sequence(tbs, signature, DEREncoder.bitString(signed)), key: key)
  }

  /// 16 octets that differ for any two different certificates: no two certificates of one issuer may share a serial
  /// number.
  private static func serialNumber(for rest: [[UInt8]]) throws(MintError) -> [UInt8] {
    var octets = Array(try Digest.sha256.hash(DEREncoder.joined(rest)).prefix(16))
    octets[0] = octets[0] & 0x7F | 0x40
    return octets
  }

  /// The encoded extensions, in the order of Apple's certificates under G5 and G6.
  private func extensions() throws(MintError) -> [[UInt8]] {
    var constraints: [[UInt8]] = []
    if template.isAuthority { constraints.append(DEREncoder.boolean(true)) }
    if let length = template.pathLength { constraints.append(DEREncoder.integer(length)) }
    var written = [Self.extension(.basicConstraints, critical: true, DEREncoder.sequence(constraints))]
    if template.hasKeyIdentifiers {
      let authority = DEREncoder.sequence(DEREncoder.element(0x80, try issuer.key.identifier()))
      written.append(Self.extension(.authorityKeyIdentifier, critical: false, authority))
    }
    if let policy = template.policy {
      // PolicyInformation ::= SEQUENCE { policyIdentifier, … }. Apple's certificates also have qualifiers, with Apple's
      // own texts.
      let information = DEREncoder.sequence(DEREncoder.objectIdentifier(policy))
      written.append(Self.extension(.certificatePolicies, critical: false, DEREncoder.sequence(information)))
    }
    if template.hasKeyIdentifiers {
      let subject = DEREncoder.octetString(try key.identifier())
      written.append(Self.extension(.subjectKeyIdentifier, critical: false, subject))
    }
    if !template.keyUsage.isEmpty {
      let octet = template.keyUsage.rawValue
      let bits = DEREncoder.element(0x03, [UInt8(octet.trailingZeroBitCount), octet])
      written.append(Self.extension(.keyUsage, critical: true, bits))
    }
    if template.isForCodeSigning {
      let purposes = DEREncoder.sequence(DEREncoder.objectIdentifier(.codeSigning))
      written.append(Self.extension(.extendedKeyUsage, critical: true, purposes))
    }
    return written + template.markers.map { Self.extension($0, critical: false, DEREncoder.null) }
  }

  /// `Extension ::= SEQUENCE { extnID, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }`.
  private static func `extension`(_ identifier: OID, critical: Bool, _ value: [UInt8]) -> [UInt8] {
    DEREncoder.sequence(
      DEREncoder.objectIdentifier(identifier), critical ? DEREncoder.boolean(true) : [], DEREncoder.octetString(value))
  }
}
