/// The layout of an envelope that has exactly Apple's shape. The layout is found in a bounded number of steps, without
/// decoding.
///
///     SEQUENCE {  OBJECT IDENTIFIER signedData,
///       [0] { SEQUENCE {  INTEGER 1,  SET { digest algorithm },
///         SEQUENCE { OBJECT IDENTIFIER data, [0] { OCTET STRING payload } },
///         [0] { certificates },
///         SET { SEQUENCE {  INTEGER 1,  SEQUENCE { issuer and serial number },  digest algorithm,
///           signature algorithm, OCTET STRING signature } } } } }
///
/// Certificates and the signer's name are not read here: callers must already have decoded these octets with OpenSSL,
/// see ``ChainCache``. For everything else, it accepts a subset of what `d2i_CMS_ContentInfo` accepts. The result is
/// `nil` for BER, several signers, signed attributes and revocation lists, which are left to OpenSSL.
struct EnvelopeLayout {
  /// The contents of the OCTET STRING: the signed payload.
  let payload: Range<Int>
  /// The certificates, including the header of their `[0]`.
  let certificates: Range<Int>
  /// The issuer and serial number of the signer's certificate, including their header.
  let signer: Range<Int>
  let digest: DigestAlgorithm
  /// Whether the signature algorithm is only RSA and does not name the digest.
  let isBareRSA: Bool
  let signature: Range<Int>

  init?(_ bytes: RawSpan) {
    guard let signedData = Self.findSignedData(bytes),
      let algorithms = Self.afterVersion(bytes, DERTag.set, signedData),
      let algorithm = Self.last(bytes, DERTag.sequence, from: algorithms.start, to: algorithms.end),
      Self.digest(bytes, algorithm) != nil,
      let encapsulated = Self.next(bytes, DERTag.sequence, from: algorithms.end, to: signedData.end),
      let octets = Self.encapsulatedOctets(bytes, encapsulated),
      let certificates = Self.next(bytes, DERTag.context0, from: encapsulated.end, to: signedData.end),
      let signers = Self.last(bytes, DERTag.set, from: certificates.end, to: signedData.end),
      let signer = Self.last(bytes, DERTag.sequence, from: signers.start, to: signers.end),
      let parts = SignerParts(bytes, signer)
    else { return nil }
    payload = octets.start..<octets.end
    self.certificates = encapsulated.end..<certificates.end
    self.signer = parts.name
    digest = parts.digest
    isBareRSA = parts.isBareRSA
    signature = parts.signature
  }

  /// The SignedData of a ContentInfo that fills the bytes.
  private static func findSignedData(_ bytes: RawSpan) -> DERHeader? {
    guard let contentInfo = last(bytes, DERTag.sequence, from: 0, to: bytes.byteCount),
      let type = DERHeader(bytes, at: contentInfo.start, limit: contentInfo.end),
      bytes.holds(signedDataOID, contentInfo.start..<type.end),
      let content = last(bytes, DERTag.context0, from: type.end, to: contentInfo.end)
    else { return nil }
    return last(bytes, DERTag.sequence, from: content.start, to: content.end)
  }

  /// The OCTET STRING of an EncapsulatedContentInfo with the content type data.
  private static func encapsulatedOctets(_ bytes: RawSpan, _ encapsulated: DERHeader) -> DERHeader? {
    guard let type = DERHeader(bytes, at: encapsulated.start, limit: encapsulated.end),
      bytes.holds(dataOID, encapsulated.start..<type.end),
      let explicit = last(bytes, DERTag.context0, from: type.end, to: encapsulated.end)
    else { return nil }
    return last(bytes, DERTag.octetString, from: explicit.start, to: explicit.end)
  }

  /// The parts of the SignerInfo.
  private struct SignerParts {
    let name: Range<Int>
    let digest: DigestAlgorithm
    let isBareRSA: Bool
    let signature: Range<Int>

    init?(_ bytes: RawSpan, _ signer: DERHeader) {
      guard let name = EnvelopeLayout.afterVersion(bytes, DERTag.sequence, signer),
        let digestAlgorithm = EnvelopeLayout.next(bytes, DERTag.sequence, from: name.end, to: signer.end),
        let digest = EnvelopeLayout.digest(bytes, digestAlgorithm),
        let signatureAlgorithm = EnvelopeLayout.next(bytes, DERTag.sequence, from: digestAlgorithm.end, to: signer.end),
        EnvelopeLayout.isRSA(bytes, signatureAlgorithm, with: digest),
        let signature = EnvelopeLayout.last(bytes, DERTag.octetString, from: signatureAlgorithm.end, to: signer.end)
      else { return nil }
      self.name = EnvelopeLayout.versionEnd(signer)..<name.end
      self.digest = digest
      isBareRSA = EnvelopeLayout.isBareRSA(bytes, signatureAlgorithm)
      self.signature = signature.start..<signature.end
    }
  }

  /// The element at a position, if it has this tag.
  private static func next(_ bytes: RawSpan, _ tag: UInt8, from start: Int, to end: Int) -> DERHeader? {
    guard let header = DERHeader(bytes, at: start, limit: end), header.tag == tag else { return nil }
    return header
  }

  /// The next element, which must end where its enclosing elements end.
  private static func last(_ bytes: RawSpan, _ tag: UInt8, from start: Int, to end: Int) -> DERHeader? {
    guard let header = next(bytes, tag, from: start, to: end), header.end == end else { return nil }
    return header
  }

  /// Version 1 takes three octets.
  private static func versionEnd(_ sequence: DERHeader) -> Int { sequence.start + 3 }

  /// The element behind the version, `INTEGER 1` (02 01 01), with which a sequence begins.
  private static func afterVersion(_ bytes: RawSpan, _ tag: UInt8, _ sequence: DERHeader) -> DERHeader? {
    guard sequence.end - sequence.start > 3, bytes.halfWord(sequence.start) == 0x0102,
      bytes.byte(sequence.start + 2) == 1
    else { return nil }
    return next(bytes, tag, from: versionEnd(sequence), to: sequence.end)
  }
}

/// An encoded object identifier including its header: 7 to 16 octets, compared as two words.
private struct EncodedOID: Sendable {
  let count: Int
  /// The first eight octets, and the last eight. Seven octets form one word with a zero in the highest octet.
  let first: UInt64
  let last: UInt64

  init(_ octets: [UInt8]) {
    func word(_ octets: ArraySlice<UInt8>) -> UInt64 { octets.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    count = octets.count
    first = word(octets.prefix(8))
    last = word(octets.suffix(8))
  }
}

/// The object identifiers of an envelope.
extension EnvelopeLayout {
  /// 1.2.840.113549.1.7.2
  private static let signedDataOID = EncodedOID(OuterElement.signedDataOID)
  /// 1.2.840.113549.1.7.1
  private static let dataOID = EncodedOID([0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])

  /// An algorithm, with the encoded identifiers of its digest and its RSA signature.
  private struct AlgorithmRow: Sendable {
    let algorithm: DigestAlgorithm
    let digest: EncodedOID
    let rsa: EncodedOID

    init(_ algorithm: DigestAlgorithm, _ digest: [UInt8], rsa last: UInt8) {
      self.algorithm = algorithm
      self.digest = EncodedOID(digest)
      rsa = EnvelopeLayout.rsa(last)
    }
  }

  /// The most frequent algorithm comes first. The identifiers equal ``DigestAlgorithm/objectIdentifier`` and
  /// ``DigestAlgorithm/rsaObjectIdentifier``.
  private static let algorithms = [
    AlgorithmRow(.sha256, [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01], rsa: 11),
    AlgorithmRow(.sha1, [0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A], rsa: 5),
    AlgorithmRow(.sha384, [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02], rsa: 12),
    AlgorithmRow(.sha512, [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03], rsa: 13),
  ]
  /// rsaEncryption, which names no digest.
  private static let bareRSA = rsa(1)

  /// 1.2.840.113549.1.1.`last`: RSA by PKCS#1 (RFC 8017, C).
  private static func rsa(_ last: UInt8) -> EncodedOID {
    EncodedOID([0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, last])
  }

  /// The digest that an AlgorithmIdentifier names; its parameters must be NULL or absent.
  private static func digest(_ bytes: RawSpan, _ algorithm: DERHeader) -> DigestAlgorithm? {
    guard let identifier = objectIdentifier(bytes, algorithm) else { return nil }
    for row in algorithms where bytes.holds(row.digest, identifier) { return row.algorithm }
    return nil
  }

  /// Whether an AlgorithmIdentifier names RSA (PKCS#1 v1.5), either alone or with this digest.
  private static func isRSA(_ bytes: RawSpan, _ algorithm: DERHeader, with digest: DigestAlgorithm) -> Bool {
    guard let identifier = objectIdentifier(bytes, algorithm) else { return false }
    if bytes.holds(bareRSA, identifier) { return true }
    for row in algorithms where row.algorithm == digest { return bytes.holds(row.rsa, identifier) }
    return false
  }

  private static func isBareRSA(_ bytes: RawSpan, _ algorithm: DERHeader) -> Bool {
    objectIdentifier(bytes, algorithm).map { bytes.holds(bareRSA, $0) } ?? false
  }

  /// The object identifier of an AlgorithmIdentifier whose parameters are NULL or absent, including its header.
  private static func objectIdentifier(_ bytes: RawSpan, _ algorithm: DERHeader) -> Range<Int>? {
    guard let identifier = next(bytes, DERTag.objectIdentifier, from: algorithm.start, to: algorithm.end) else {
      return nil
    }
    // NULL is 05 00.
    let hasNull = identifier.end == algorithm.end - 2 && bytes.halfWord(identifier.end) == 0x0005
    return identifier.end == algorithm.end || hasNull ? algorithm.start..<identifier.end : nil
  }
}

extension RawSpan {
  fileprivate func holds(_ identifier: EncodedOID, _ range: Range<Int>) -> Bool {
    guard range.count == identifier.count, range.lowerBound + 8 <= byteCount else { return false }
    if identifier.count < 8 { return word(range.lowerBound) << 8 == identifier.first << 8 }
    return word(range.lowerBound) == identifier.first && word(range.upperBound - 8) == identifier.last
  }

  /// Whether the range from `start` to `end` holds these octets.
  func equal(_ start: Int, _ end: Int, _ octets: [UInt8]) -> Bool {
    guard start >= 0, end >= start, end <= byteCount, end - start == octets.count else { return false }
    return extracting(start..<end).hasSameBytes(as: octets.span.bytes)
  }
}
