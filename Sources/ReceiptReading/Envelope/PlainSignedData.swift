extension SignedData {
  /// Decodes an envelope of exactly Apple's shape without `d2i_CMS_ContentInfo`.
  ///
  /// Its certificates are decoded one by one; each takes longer than everything else together. The accepted
  /// envelopes are a subset of what OpenSSL accepts (``EnvelopeLayout``). So the result equals that of
  /// ``init(_:limits:)``, or is `nil`.
  ///
  /// - Parameter read: decodes the certificates, trusted or not; returns `nil` if one of them is not a certificate.
  /// - Returns: `nil` for every other envelope; this says nothing about its validity.
  init?(plain encoded: [UInt8], limits: ASN1Limits, read: ([[UInt8]]) -> [Certificate]?) {
    let bytes = encoded.span.bytes
    guard limits.allowPlainEnvelopes, let envelope = EnvelopeLayout(bytes), !envelope.payload.isEmpty,
      envelope.certificates.count <= Self.maximumOctets, envelope.signer.count <= Self.maximumOctets,
      // The scan of the bytes before OpenSSL sees them, at their depth in the envelope. The signer's name is only
      // compared with that of a certificate.
      (try? ASN1Limits(depth: limits.depth - 4, elements: Self.maximumOctets)
        .visit(encoded.span, envelope.certificates)) != nil,
      let parts = Self.certificates(bytes, envelope.certificates),
      let certificates = read(parts.map { bytes.octets($0.whole) })
    else { return nil }
    guard let signer = Self.signer(bytes, envelope.signer, among: parts) else { return nil }
    self.init(
      encoded: encoded, contentType: "1.2.840.113549.1.7.1", payload: bytes.octets(envelope.payload),
      certificates: certificates,
      signers: [
        SignerInfo(
          certificateIndex: signer, digestAlgorithm: envelope.digest.objectIdentifier,
          signatureAlgorithm: envelope.isBareRSA ? "1.2.840.113549.1.1.1" : envelope.digest.rsaObjectIdentifier,
          hasSignedAttributes: false, signedContentType: nil, signature: bytes.octets(envelope.signature))
      ])
  }

  /// Apple's three certificates take about 4,000 octets.
  private static let maximumOctets = 16 << 10

  /// The range of a certificate, and the ranges of its serial number and issuer, each including its header.
  private struct Part {
    let whole: Range<Int>
    let serialNumber: Range<Int>
    let issuer: Range<Int>
  }

  /// The certificates of a set with the header of its `[0]`.
  ///
  ///     Certificate ::= SEQUENCE {
  ///       TBSCertificate ::= SEQUENCE { [0] version OPTIONAL, serialNumber, signature, issuer, ... }, ... }
  private static func certificates(_ bytes: RawSpan, _ range: Range<Int>) -> [Part]? {
    guard let set = DERHeader(bytes, at: range.lowerBound, limit: range.upperBound), set.end == range.upperBound else {
      return nil
    }
    var parts: [Part] = []
    var position = set.start
    while position < set.end {
      guard let whole = DERHeader(bytes, at: position, limit: set.end), whole.tag == 0x30,
        let contents = DERHeader(bytes, at: whole.start, limit: whole.end), contents.tag == 0x30,
        var serial = DERHeader(bytes, at: contents.start, limit: contents.end)
      else { return nil }
      var start = contents.start
      if serial.tag == 0xA0 {
        start = serial.end
        guard let next = DERHeader(bytes, at: start, limit: contents.end) else { return nil }
        serial = next
      }
      guard serial.tag == 0x02, let algorithm = DERHeader(bytes, at: serial.end, limit: contents.end),
        algorithm.tag == 0x30, let issuer = DERHeader(bytes, at: algorithm.end, limit: contents.end), issuer.tag == 0x30
      else { return nil }
      parts.append(
        Part(whole: position..<whole.end, serialNumber: start..<serial.end, issuer: algorithm.end..<issuer.end))
      position = whole.end
    }
    return parts.isEmpty ? nil : parts
  }

  /// The index of the certificate whose issuer and serial number equal the signer's name octet for octet. `nil` if an
  /// earlier certificate has the same serial number: only OpenSSL could decide whether it has the same issuer.
  private static func signer(_ bytes: RawSpan, _ name: Range<Int>, among parts: [Part]) -> Int? {
    guard let sequence = DERHeader(bytes, at: name.lowerBound, limit: name.upperBound),
      let issuer = DERHeader(bytes, at: sequence.start, limit: sequence.end)
    else { return nil }
    let serialNumber = bytes.extracting(issuer.end..<sequence.end)
    let index = parts.firstIndex { bytes.extracting($0.serialNumber).hasSameBytes(as: serialNumber) }
    guard let index,
      bytes.extracting(parts[index].issuer).hasSameBytes(as: bytes.extracting(sequence.start..<issuer.end))
    else { return nil }
    return index
  }
}
