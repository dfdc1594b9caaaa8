import COpenSSL

/// Why a chain or a signature is not valid. For a chain, the reason contains OpenSSL's text.
struct TrustFailure: Error {
  let reason: Message
}

extension SignedData {
  /// Why a signature was not made over the payload with the key of a certificate; `nil` if it was.
  func failure(of signer: SignerInfo, by certificate: Certificate) -> TrustFailure? {
    guard let digest = DigestAlgorithm(objectIdentifier: signer.digestAlgorithm) else {
      return TrustFailure(reason: "the digest algorithm \(signer.digestAlgorithm) is not supported")
    }
    guard [Self.rsaEncryption, digest.rsaObjectIdentifier].contains(signer.signatureAlgorithm) else {
      return TrustFailure(
        reason: "the signature algorithm \(signer.signatureAlgorithm) is not RSA (PKCS#1 v1.5) with \(digest.rawValue)")
    }
    // Without signed attributes, the content type is not protected. Only id-data may have no signed attributes (RFC
    // 5652, 5.3).
    guard signer.hasSignedAttributes || contentType == Self.idData else {
      return TrustFailure(reason: "the content is said to be \(contentType) and not data, which nothing signs")
    }
    if signer.hasSignedAttributes {
      // RFC 5652, 11.1: the attribute must be present and name the content type. OpenSSL does not compare the two.
      guard signer.signedContentType == contentType else {
        return TrustFailure(
          reason: signer.signedContentType.map {
            "the signed attributes say that the content is \($0), and it is \(contentType)"
          } ?? "the signed attributes say that the content is of no type, and it is \(contentType)")
      }
      return failureWithSignedAttributes(certificate)
    }
    let key = VerificationKey(certificate, .rsa, digest)
    return key?.verifies(signature: signer.signature.span.bytes, over: payload.span.bytes) == true
      ? nil : TrustFailure(reason: "the signature does not belong to this payload: one of the two was changed")
  }

  private static let idData = "1.2.840.113549.1.7.1"
  private static let rsaEncryption = "1.2.840.113549.1.1.1"

  /// Verifies an envelope with signed attributes, using OpenSSL's own procedure (RFC 5652, 5.6). No receipt seen has
  /// signed attributes.
  ///
  /// The attributes must be signed, and must contain the content's type and digest. OpenSSL checks every signer at once
  /// with one certificate, so envelopes with several signers are rejected.
  private func failureWithSignedAttributes(_ certificate: Certificate) -> TrustFailure? {
    defer { ERR_clear_error() }
    guard signers.count == 1 else {
      return TrustFailure(reason: "several signatures, one of them over signed attributes, are not supported")
    }
    let failure = TrustFailure(
      reason: "the signed attributes do not belong to this payload, or their signature is wrong")
    guard let message = CMSMessage(encoded),
      let stack = copenssl_sk_X509_new()
    else { return failure }
    defer { copenssl_sk_X509_pop_free(stack) }
    guard X509_up_ref(certificate.handle) == 1 else { return failure }
    copenssl_sk_X509_push(stack, certificate.handle)
    // The chain was verified before; CMS_NOINTERN excludes every other certificate.
    let flags = UInt32(CMS_NO_SIGNER_CERT_VERIFY | CMS_NOINTERN | CMS_BINARY)
    return CMS_verify(message.handle, stack, nil, nil, nil, flags) == 1 ? nil : failure
  }
}
