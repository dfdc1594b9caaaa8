import COpenSSL

/// The fields of a certificate with an RSA key, read without `d2i_X509`.
///
///     Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm, signature BIT STRING }
///     TBSCertificate ::= SEQUENCE { [0] version, serialNumber, signature, issuer, validity, subject,
///       subjectPublicKeyInfo, [3] extensions }                               (RFC 5280, 4.1)
///
/// OpenSSL sets up its decoders for the key of the first certificate, which takes half of the time of a process that
/// reads one receipt. This type accepts only version 3, DER throughout, a positive serial number, and a signature
/// algorithm that both places name: a subset of what OpenSSL and ``Certificate/departure`` accept.
struct PlainCertificate {
  /// The octets of the number.
  let serialNumber: Range<Int>
  /// Names include their headers.
  let issuer: Range<Int>
  let subject: Range<Int>
  let notBefore: Instant
  let notAfter: Instant
  /// The key: its modulus without leading zeros, and its exponent.
  let modulus: Range<Int>
  let exponent: UInt64
  /// The extensions, in the order of the certificate; no identifier occurs twice.
  let extensions: [Certificate.Extension]
  /// The signed part, TBSCertificate, including its header.
  let signed: Range<Int>
  let digest: DigestAlgorithm
  let signature: Range<Int>

  /// The tags of a Certificate and of its TBSCertificate, in the order of the grammar above.
  private static let certificateTags = [DERTag.sequence, DERTag.sequence, DERTag.bitString]
  private static let fieldTags =
    [DERTag.context0, DERTag.integer] + [UInt8](repeating: DERTag.sequence, count: 5) + [DERTag.context3]

  init?(_ der: [UInt8]) {
    let bytes = der.span.bytes
    // The fields are 0 version, 1 serialNumber, 2 signature, 3 issuer, 4 validity, 5 subject, 6 subjectPublicKeyInfo
    // and 7 extensions. Version 3 is encoded as INTEGER 2.
    guard der.isDER, let whole = DERHeader(bytes, at: 0, limit: der.count), whole.tag == DERTag.sequence,
      let parts = Self.elements(bytes, whole.start..<whole.end), parts.map(\.tag) == Self.certificateTags,
      let fields = Self.elements(bytes, parts[0].contents), fields.map(\.tag) == Self.fieldTags,
      der[fields[0].contents].elementsEqual([DERTag.integer, 1, 2]),
      Self.isSerialNumber(der[fields[1].contents]),
      let digest = Self.digestAlgorithm(der[parts[1].contents]), der[fields[2].contents] == der[parts[1].contents],
      let times = Self.elements(bytes, fields[4].contents), times.count == 2,
      let notBefore = Self.instant(der[times[0].whole]), let notAfter = Self.instant(der[times[1].whole]),
      let key = Self.rsaKey(bytes, fields[6].contents),
      let list = Self.elements(bytes, fields[7].contents), list.map(\.tag) == [DERTag.sequence],
      let extensions = Self.readExtensions(bytes, list[0].contents),
      let signature = Self.bitString(bytes, parts[2].contents)
    else { return nil }
    serialNumber = fields[1].contents
    issuer = fields[3].whole
    subject = fields[5].whole
    self.notBefore = notBefore
    self.notAfter = notAfter
    modulus = key.modulus
    exponent = key.exponent
    self.extensions = extensions
    signed = parts[0].whole
    self.digest = digest
    self.signature = signature
  }

  private struct Element {
    let tag: UInt8
    let whole: Range<Int>
    let contents: Range<Int>
  }

  /// The elements that fill a range.
  private static func elements(_ bytes: RawSpan, _ range: Range<Int>) -> [Element]? {
    var found: [Element] = []
    var position = range.lowerBound
    while position < range.upperBound {
      guard let header = DERHeader(bytes, at: position, limit: range.upperBound) else { return nil }
      found.append(Element(tag: header.tag, whole: position..<header.end, contents: header.start..<header.end))
      position = header.end
    }
    return found
  }

  /// Whether these octets are a positive number of at most 20 octets (RFC 5280, 4.1.2.2).
  private static func isSerialNumber(_ octets: ArraySlice<UInt8>) -> Bool {
    octets.count <= 20 && octets.first.map { $0 < 0x80 } == true && octets.contains { $0 != 0 }
  }

  private static func instant(_ time: ArraySlice<UInt8>) -> Instant? {
    OpenSSL.decode(Array(time)) { (pointer, count) -> Instant? in
      guard let time = d2i_ASN1_TIME(nil, &pointer, count) else { return nil }
      defer { ASN1_STRING_free(time) }
      return OpenSSL.instant(time)
    }
  }

  /// The digest of a signature with RSA. Apple's certificates have sha256WithRSAEncryption (11) and
  /// sha1WithRSAEncryption (5).
  private static func digestAlgorithm(_ algorithm: ArraySlice<UInt8>) -> DigestAlgorithm? {
    if algorithm.elementsEqual(rsa(11)) { return .sha256 }
    return algorithm.elementsEqual(rsa(5)) ? .sha1 : nil
  }

  /// 1.2.840.113549.1.1.`last`, and NULL (RFC 8017, A.1 and A.2.4); 1 is rsaEncryption.
  private static func rsa(_ last: UInt8) -> [UInt8] {
    [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, last, 0x05, 0x00]
  }

  /// The contents of a BIT STRING without unused bits.
  private static func bitString(_ bytes: RawSpan, _ contents: Range<Int>) -> Range<Int>? {
    guard contents.count > 1, bytes.byte(contents.lowerBound) == 0 else { return nil }
    return contents.lowerBound + 1..<contents.upperBound
  }

  /// `SubjectPublicKeyInfo` with `RSAPublicKey ::= SEQUENCE { modulus, publicExponent }` (RFC 8017, A.1.1).
  private static func rsaKey(_ bytes: RawSpan, _ range: Range<Int>) -> (modulus: Range<Int>, exponent: UInt64)? {
    guard let info = elements(bytes, range), info.map(\.tag) == [DERTag.sequence, DERTag.bitString],
      bytes.octets(info[0].contents) == rsa(1), let bits = bitString(bytes, info[1].contents),
      let key = elements(bytes, bits), key.map(\.tag) == [DERTag.sequence],
      let numbers = elements(bytes, key[0].contents), numbers.map(\.tag) == [DERTag.integer, DERTag.integer],
      let modulus = magnitude(bytes, numbers[0].contents), let exponent = magnitude(bytes, numbers[1].contents),
      exponent.count <= 8
    else { return nil }
    return (modulus, exponent.reduce(0) { $0 << 8 | UInt64(bytes.byte($1)) })
  }

  /// The octets of a positive number, without the leading zero that marks it as positive.
  private static func magnitude(_ bytes: RawSpan, _ contents: Range<Int>) -> Range<Int>? {
    guard let first = contents.first, bytes.byte(first) < 0x80 else { return nil }
    let octets = bytes.byte(first) == 0 ? contents.dropFirst() : contents
    return octets.isEmpty ? nil : octets
  }

  private static func readExtensions(_ bytes: RawSpan, _ range: Range<Int>) -> [Certificate.Extension]? {
    guard let all = elements(bytes, range) else { return nil }
    var found: [Certificate.Extension] = []
    for one in all {
      guard one.tag == DERTag.sequence, let parts = elements(bytes, one.contents), let name = parts.first,
        name.tag == DERTag.objectIdentifier, let value = parts.last, value.tag == DERTag.octetString,
        parts.count == 2 || parts.count == 3 && parts[1].tag == DERTag.boolean
      else { return nil }
      let identifier = OpenSSL.withObject(bytes.octets(name.whole)) { OpenSSL.dotted($0) }
      // DER omits FALSE, so a BOOLEAN here means that the extension is critical.
      guard let identifier, !found.contains(where: { $0.identifier == identifier }) else { return nil }
      found.append(
        Certificate.Extension(
          identifier: identifier, isCritical: parts.count == 3, value: bytes.octets(value.contents)))
    }
    return found
  }
}
