/// Where the parts of an envelope are that has exactly the shape of Apple's: found by steps with hard bounds, nothing decoded.
///
///     SEQUENCE {  OBJECT IDENTIFIER signedData,
///       [0] { SEQUENCE {  INTEGER 1,  SET { digest algorithm },
///         SEQUENCE { OBJECT IDENTIFIER data, [0] { OCTET STRING payload } },
///         [0] { certificates },
///         SET { SEQUENCE {  INTEGER 1,  SEQUENCE { issuer and serial number },  digest algorithm,  signature algorithm,
///           OCTET STRING signature } } } } }
///
/// What it accepts, apart from the certificates and the name of the signer, whose octets nobody looks at here, is a part of what
/// `d2i_CMS_ContentInfo` accepts. Whoever trusts a walk has to have seen those octets pass through OpenSSL before: see
/// ``ChainMemory``. BER, several signers, signed attributes, revocation lists: all `nil`, and left to OpenSSL.
struct EnvelopeWalk {
  /// The contents of the OCTET STRING: what was signed.
  let payload: Range<Int>
  /// The certificates, with the header of their `[0]`.
  let certificates: Range<Int>
  /// The issuer and serial number of the signer's certificate, with their header.
  let signer: Range<Int>
  let digest: DigestAlgorithm
  /// The octets of the signature.
  let signature: Range<Int>

  init?(_ bytes: RawSpan) {
    guard
      let contentInfo = DERHeader(bytes, at: 0, limit: bytes.byteCount), contentInfo.tag == 0x30,
      contentInfo.end == bytes.byteCount,
      let type = DERHeader(bytes, at: contentInfo.start, limit: contentInfo.end),
      bytes.equal(contentInfo.start, type.end, EnvelopeOID.signedData),
      let content = EnvelopeWalk.last(bytes, 0xA0, from: type.end, to: contentInfo.end),
      let signedData = EnvelopeWalk.last(bytes, 0x30, from: content.start, to: content.end),
      let algorithms = EnvelopeWalk.afterVersion(bytes, 0x31, signedData),
      let algorithm = EnvelopeWalk.last(bytes, 0x30, from: algorithms.start, to: algorithms.end),
      EnvelopeOID.digest(bytes, algorithm) != nil,
      let encapsulated = EnvelopeWalk.next(bytes, 0x30, from: algorithms.end, to: signedData.end),
      let innerType = DERHeader(bytes, at: encapsulated.start, limit: encapsulated.end),
      bytes.equal(encapsulated.start, innerType.end, EnvelopeOID.data),
      let explicit = EnvelopeWalk.last(bytes, 0xA0, from: innerType.end, to: encapsulated.end),
      let octets = EnvelopeWalk.last(bytes, 0x04, from: explicit.start, to: explicit.end),
      let certificates = EnvelopeWalk.next(bytes, 0xA0, from: encapsulated.end, to: signedData.end),
      let signers = EnvelopeWalk.last(bytes, 0x31, from: certificates.end, to: signedData.end),
      let signer = EnvelopeWalk.last(bytes, 0x30, from: signers.start, to: signers.end),
      let name = EnvelopeWalk.afterVersion(bytes, 0x30, signer),
      let digestAlgorithm = EnvelopeWalk.next(bytes, 0x30, from: name.end, to: signer.end),
      let digest = EnvelopeOID.digest(bytes, digestAlgorithm),
      let signatureAlgorithm = EnvelopeWalk.next(bytes, 0x30, from: digestAlgorithm.end, to: signer.end),
      EnvelopeOID.isRSA(bytes, signatureAlgorithm, with: digest),
      let signature = EnvelopeWalk.last(bytes, 0x04, from: signatureAlgorithm.end, to: signer.end)
    else { return nil }
    payload = octets.start..<octets.end
    self.certificates = encapsulated.end..<certificates.end
    self.signer = EnvelopeWalk.versionEnd(signer)..<name.end
    self.digest = digest
    self.signature = signature.start..<signature.end
  }

  private static func next(_ bytes: RawSpan, _ tag: UInt8, from start: Int, to end: Int) -> DERHeader? {
    guard let header = DERHeader(bytes, at: start, limit: end), header.tag == tag else { return nil }
    return header
  }

  /// The next element, which has to be the last of those that enclose it.
  private static func last(_ bytes: RawSpan, _ tag: UInt8, from start: Int, to end: Int) -> DERHeader? {
    guard let header = next(bytes, tag, from: start, to: end), header.end == end else { return nil }
    return header
  }

  /// Version 1 takes three octets.
  private static func versionEnd(_ sequence: DERHeader) -> Int { sequence.start + 3 }

  private static func afterVersion(_ bytes: RawSpan, _ tag: UInt8, _ sequence: DERHeader) -> DERHeader? {
    guard sequence.end - sequence.start > 3, bytes.equal(sequence.start, versionEnd(sequence), [0x02, 0x01, 0x01])
    else { return nil }
    return next(bytes, tag, from: versionEnd(sequence), to: sequence.end)
  }
}

/// The object identifiers of an envelope as they are encoded, with their headers.
private enum EnvelopeOID {
  /// 1.2.840.113549.1.7.2
  static let signedData: [UInt8] = ASN1Format.signedDataOID
  /// 1.2.840.113549.1.7.1
  static let data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]

  /// An algorithm, and how its digest and its RSA signature are encoded.
  private struct Row: Sendable {
    let algorithm: DigestAlgorithm
    let digest: [UInt8]
    /// The last octet of 1.2.840.113549.1.1.x.
    let rsa: UInt8
  }

  /// The most frequent first. The identifiers are those of ``DigestAlgorithm/objectIdentifier`` and
  /// ``DigestAlgorithm/rsaObjectIdentifier``.
  private static let rows = [
    Row(algorithm: .sha256, digest: [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01], rsa: 11),
    Row(algorithm: .sha1, digest: [0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A], rsa: 5),
    Row(algorithm: .sha384, digest: [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02], rsa: 12),
    Row(algorithm: .sha512, digest: [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03], rsa: 13),
  ]
  private static let rsa: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]

  /// The digest that an AlgorithmIdentifier names, with parameters NULL or none.
  static func digest(_ bytes: RawSpan, _ algorithm: DERHeader) -> DigestAlgorithm? {
    guard let end = identifierEnd(bytes, algorithm) else { return nil }
    return rows.first { bytes.equal(algorithm.start, end, $0.digest) }?.algorithm
  }

  /// Whether an AlgorithmIdentifier names RSA (PKCS#1 v1.5), by itself or with this digest.
  static func isRSA(_ bytes: RawSpan, _ algorithm: DERHeader, with digest: DigestAlgorithm) -> Bool {
    guard let end = identifierEnd(bytes, algorithm), end - algorithm.start == rsa.count + 1,
      bytes.equal(algorithm.start, end - 1, rsa)
    else { return false }
    let last = bytes.byte(end - 1)
    return last == 1 || rows.contains { $0.algorithm == digest && $0.rsa == last }
  }

  private static func identifierEnd(_ bytes: RawSpan, _ algorithm: DERHeader) -> Int? {
    guard let identifier = DERHeader(bytes, at: algorithm.start, limit: algorithm.end), identifier.tag == 0x06 else {
      return nil
    }
    if identifier.end == algorithm.end { return identifier.end }
    return bytes.equal(identifier.end, algorithm.end, [0x05, 0x00]) ? identifier.end : nil
  }
}

extension RawSpan {
  /// Whether these octets stand from `start` to `end`.
  func equal(_ start: Int, _ end: Int, _ octets: [UInt8]) -> Bool {
    guard start >= 0, end >= start, end <= byteCount, end - start == octets.count else { return false }
    return extracting(start..<end).hasSameBytes(as: octets.span.bytes)
  }
}
