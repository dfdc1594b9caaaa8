import COpenSSL

/// The signed envelope of a receipt, decoded. No part of it is trusted: see ``Authenticator``.
///
///     ContentInfo ::= SEQUENCE {                              -- RFC 5652, 3
///       contentType  OBJECT IDENTIFIER,                       -- id-signedData
///       content      [0] EXPLICIT SignedData }
///     SignedData ::= SEQUENCE {                               -- RFC 5652, 5.1
///       version           INTEGER,                            -- 1 in every receipt seen
///       digestAlgorithms  SET OF AlgorithmIdentifier,
///       encapContentInfo  SEQUENCE {
///         eContentType  OBJECT IDENTIFIER,                    -- id-data
///         eContent      [0] EXPLICIT OCTET STRING OPTIONAL },
///       certificates      [0] IMPLICIT SET OF Certificate OPTIONAL,  -- never in DER order
///       crls              [1] IMPLICIT SET OF CertificateList OPTIONAL,
///       signerInfos       SET OF SignerInfo }
///
/// `d2i_CMS_ContentInfo` decides what is well formed, in BER and in DER.
package struct SignedData: Sendable {
  let encoded: [UInt8]
  /// The dotted object identifier of the content type: id-data in every receipt seen.
  let contentType: String
  /// The octets of eContent, joined if BER splits them: exactly the signed octets.
  package let payload: [UInt8]
  /// The embedded certificates, in their order in the envelope.
  package let certificates: [Certificate]
  /// All claimed signers, in their order in the envelope.
  package let signers: [SignerInfo]

  /// Decodes an envelope.
  ///
  /// - Parameters:
  ///   - encoded: one ContentInfo in DER or BER, with nothing after it.
  ///   - limits: limits that a scan enforces before OpenSSL sees the bytes.
  /// - Throws: `.invalidASN1` for broken or excessive ASN.1, `.invalidEnvelope` for ASN.1 that is not a SignedData with
  ///   content.
  package init(_ encoded: [UInt8], limits: ASN1Limits = ASN1Limits()) throws(ReceiptError) {
    try Self.checkContent(encoded, limits)
    guard let message = CMSMessage(encoded) else {
      throw ReceiptError(
        .invalidEnvelope, "the ASN.1 is not a PKCS#7 (CMS) message",
        hint: "a receipt is a PKCS#7 SignedData; look at the structure with: receipt-tool inspect --asn1 FILE")
    }
    guard OBJ_obj2nid(message.type) == NID_pkcs7_signed else {
      throw ReceiptError(
        .invalidEnvelope, "a PKCS#7 message of type \(OpenSSL.name(message.type)), where a receipt is signedData")
    }
    guard let payload = message.content else {
      throw ReceiptError(
        .invalidEnvelope, "the signature is detached: the envelope holds no content",
        hint: "a receipt carries its payload inside; this is only a signature")
    }
    self.encoded = encoded
    contentType = OpenSSL.dotted(CMS_get0_eContentType(message.handle))
    self.payload = payload
    certificates = message.certificates()
    signers = message.signers(certificates: certificates)
  }

  /// Makes an envelope from parts that were decoded in another way.
  init(
    encoded: [UInt8], contentType: String, payload: [UInt8], certificates: [Certificate], signers: [SignerInfo]
  ) {
    self.encoded = encoded
    self.contentType = contentType
    self.payload = payload
    self.certificates = certificates
    self.signers = signers
  }
}

/// One signature of the envelope, with its claims.
///
///     SignerInfo ::= SEQUENCE {                               -- RFC 5652, 5.3
///       version             INTEGER,              -- 1: the certificate is named by issuer and serial number
///       sid                 SignerIdentifier,
///       digestAlgorithm     AlgorithmIdentifier,
///       signedAttrs         [0] IMPLICIT SET OF Attribute OPTIONAL,   -- absent in every receipt seen
///       signatureAlgorithm  AlgorithmIdentifier,              -- bare rsaEncryption in every receipt seen
///       signature           OCTET STRING,
///       unsignedAttrs       [1] IMPLICIT SET OF Attribute OPTIONAL }
package struct SignerInfo: Equatable, Sendable {
  /// The index in ``SignedData/certificates`` of the certificate that the signature names, if that certificate is
  /// embedded. It is looked up only for the first sixteen signatures; every receipt has one.
  package let certificateIndex: Int?
  /// Object identifier of the digest algorithm, dotted.
  package let digestAlgorithm: String
  /// Object identifier of the signature algorithm, dotted.
  package let signatureAlgorithm: String
  /// Whether the signature covers signed attributes, which contain the payload's digest, instead of the payload itself.
  package let hasSignedAttributes: Bool
  /// The dotted object identifier in the signed attribute content-type; `nil` unless it occurs once, with one value.
  let signedContentType: String?
  package let signature: [UInt8]
}

extension SignedData {
  /// Decodes an envelope of exactly Apple's shape without `d2i_CMS_ContentInfo`.
  ///
  /// Decoding one certificate takes longer than everything else together, so `read` may know them already. The accepted
  /// envelopes are a subset of what OpenSSL accepts (``EnvelopeLayout``). So the result equals that of
  /// ``init(_:limits:)``, or is `nil`.
  ///
  /// - Parameter read: decodes the certificates, trusted or not; returns `nil` if one of them is not a certificate.
  /// - Returns: `nil` for every other envelope; this says nothing about its validity.
  init?(plain encoded: [UInt8], limits: ASN1Limits, read: ([[UInt8]]) -> [Certificate]?) {
    let bytes = encoded.span.bytes
    guard limits.allowPlainEnvelopes, let envelope = EnvelopeLayout(bytes), !envelope.payload.isEmpty,
      envelope.certificates.count <= Self.maximumOctets, envelope.signer.count <= Self.maximumOctets,
      Self.areWithinLimits(encoded, envelope.certificates, limits),
      let ranges = Self.certificateRanges(bytes, envelope.certificates),
      let certificates = read(ranges.map { bytes.octets($0.whole) }),
      let signerIndex = Self.findSigner(bytes, envelope.signer, among: ranges)
    else { return nil }
    self.init(
      encoded: encoded, contentType: Self.idData, payload: bytes.octets(envelope.payload),
      certificates: certificates,
      signers: [
        SignerInfo(
          certificateIndex: signerIndex, digestAlgorithm: envelope.digest.objectIdentifier,
          signatureAlgorithm: envelope.isBareRSA ? Self.rsaEncryption : envelope.digest.rsaObjectIdentifier,
          hasSignedAttributes: false, signedContentType: nil, signature: bytes.octets(envelope.signature))
      ])
  }

  /// Apple's three certificates take about 4,000 octets.
  private static let maximumOctets = 16 << 10

  /// Scans the certificates, which lie four levels deep in the envelope, before OpenSSL sees them. OpenSSL does not see
  /// the signer's name, which is only compared with that of a certificate. There are fewer elements than octets, whose
  /// number is already limited.
  private static func areWithinLimits(_ encoded: [UInt8], _ certificates: Range<Int>, _ limits: ASN1Limits) -> Bool {
    let limitsInside = ASN1Limits(depth: limits.depth - 4, elements: maximumOctets)
    return (try? limitsInside.visit(encoded.span, certificates)) != nil
  }

  /// The range of a certificate, and the ranges of its serial number and issuer, each including its header.
  private struct CertificateRanges {
    let whole: Range<Int>
    let serialNumber: Range<Int>
    let issuer: Range<Int>
  }

  /// The certificates of a set with the header of its `[0]`.
  ///
  ///     Certificate ::= SEQUENCE {
  ///       TBSCertificate ::= SEQUENCE { [0] version OPTIONAL, serialNumber, signature, issuer, ... }, ... }
  private static func certificateRanges(_ bytes: RawSpan, _ range: Range<Int>) -> [CertificateRanges]? {
    guard let set = DERHeader(bytes, at: range.lowerBound, limit: range.upperBound), set.end == range.upperBound else {
      return nil
    }
    var found: [CertificateRanges] = []
    var position = set.start
    while position < set.end {
      guard let whole = DERHeader(bytes, at: position, limit: set.end), whole.tag == DERTag.sequence,
        let fields = DERHeader(bytes, at: whole.start, limit: whole.end), fields.tag == DERTag.sequence,
        let first = DERHeader(bytes, at: fields.start, limit: fields.end)
      else { return nil }
      // The version, `[0]`, is optional.
      let start = first.tag == DERTag.context0 ? first.end : fields.start
      guard let serial = DERHeader(bytes, at: start, limit: fields.end), serial.tag == DERTag.integer,
        let algorithm = DERHeader(bytes, at: serial.end, limit: fields.end), algorithm.tag == DERTag.sequence,
        let issuer = DERHeader(bytes, at: algorithm.end, limit: fields.end), issuer.tag == DERTag.sequence
      else { return nil }
      found.append(
        CertificateRanges(
          whole: position..<whole.end, serialNumber: start..<serial.end, issuer: algorithm.end..<issuer.end))
      position = whole.end
    }
    return found.isEmpty ? nil : found
  }

  /// The index of the certificate whose issuer and serial number equal the signer's name octet for octet. `nil` if an
  /// earlier certificate has the same serial number: only OpenSSL could decide whether it has the same issuer.
  private static func findSigner(
    _ bytes: RawSpan, _ name: Range<Int>, among certificates: [CertificateRanges]
  ) -> Int? {
    guard let sequence = DERHeader(bytes, at: name.lowerBound, limit: name.upperBound),
      let issuer = DERHeader(bytes, at: sequence.start, limit: sequence.end)
    else { return nil }
    let serialNumber = bytes.extracting(issuer.end..<sequence.end)
    let index = certificates.firstIndex { bytes.extracting($0.serialNumber).hasSameBytes(as: serialNumber) }
    guard let index,
      bytes.extracting(certificates[index].issuer).hasSameBytes(as: bytes.extracting(sequence.start..<issuer.end))
    else { return nil }
    return index
  }
}
