import COpenSSL

/// Owns a message that OpenSSL decoded.
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
    guard let pointer = CMS_get0_content(handle), let octets = pointer.pointee else { return nil }
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
        // -1 without the field, 0 for an empty set.
        hasSignedAttributes: CMS_signed_get_attr_count(signer) >= 0,
        signedContentType: Self.signedContentType(of: signer),
        signature: OpenSSL.octets(of: CMS_SignerInfo_get0_signature(signer))
      )
    }
  }
}
