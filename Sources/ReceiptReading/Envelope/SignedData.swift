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

struct CMSMessage: ~Copyable {
  let handle: OpaquePointer

  init?(_ encoded: [UInt8]) {
    let handle = OpenSSL.decode(encoded) { (pointer, count) in d2i_CMS_ContentInfo(nil, &pointer, count) }
    guard let handle else { return nil }
    self.handle = handle
  }

  deinit { CMS_ContentInfo_free(handle) }

  var type: OpaquePointer? { CMS_get0_type(handle) }

  var content: [UInt8]? {
    guard let slot = CMS_get0_content(handle), let octets = slot.pointee else { return nil }
    return OpenSSL.octets(of: octets)
  }

  func certificates() -> [Certificate] {
    guard let stack = CMS_get1_certs(handle) else { return [] }
    defer { copenssl_sk_X509_pop_free(stack) }
    return (0..<max(0, copenssl_sk_X509_num(stack))).compactMap { index in
      guard let certificate = copenssl_sk_X509_value(stack, index) else { return nil }
      X509_up_ref(certificate)
      return Certificate(owning: certificate)
    }
  }

  private static func signedContentType(of signer: OpaquePointer) -> String? {
    defer { ERR_clear_error() }
    // The argument -3 demands exactly one attribute with exactly one value.
    guard let value = CMS_signed_get0_data_by_OBJ(signer, OBJ_nid2obj(NID_pkcs9_contentType), -3, V_ASN1_OBJECT) else {
      return nil
    }
    return OpenSSL.dotted(OpaquePointer(value))
  }

  func signers(certificates: [Certificate]) -> [SignerInfo] {
    let stack = CMS_get0_SignerInfos(handle)
    return (0..<max(0, copenssl_sk_SignerInfo_num(stack))).compactMap { index in
      guard let signer = copenssl_sk_SignerInfo_value(stack, index) else { return nil }
      var digest: UnsafeMutablePointer<X509_ALGOR>?
      var signature: UnsafeMutablePointer<X509_ALGOR>?
      CMS_SignerInfo_get0_algs(signer, nil, nil, &digest, &signature)
      // Searching all certificates for many signers would be unbounded work.
      let searched = index < 16 ? certificates[...] : []
      return SignerInfo(
        certificateIndex: searched.firstIndex { CMS_SignerInfo_cert_cmp(signer, $0.handle) == 0 },
        digestAlgorithm: OpenSSL.dotted(digest?.pointee.algorithm),
        signatureAlgorithm: OpenSSL.dotted(signature?.pointee.algorithm),
        hasSignedAttributes: CMS_signed_get_attr_count(signer) >= 0,
        signedContentType: Self.signedContentType(of: signer),
        signature: OpenSSL.octets(of: CMS_SignerInfo_get0_signature(signer))
      )
    }
  }
}
