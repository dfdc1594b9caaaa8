import COpenSSL

/// A chain from a signer to an anchor whose signatures and extensions hold. Times and purposes have not been judged.
struct CertificateChain {
  /// Signer first, anchor last; the same certificate once where the signer is the anchor itself.
  let certificates: [Certificate]
  let anchor: TrustAnchor

  /// The moments at which every certificate is valid, or `nil` if one has a validity that cannot be read.
  var validity: ClosedRange<Instant>? { CertificateChain.validity(of: certificates) }

  /// The same of any certificates.
  static func validity(of certificates: [Certificate]) -> ClosedRange<Instant>? {
    var range = Instant(milliseconds: .min)...Instant(milliseconds: .max)
    for certificate in certificates {
      guard let first = certificate.notBefore, let last = certificate.notAfter else { return nil }
      // notAfter names a second; the whole of it is inside.
      let lower = max(range.lowerBound, first)
      let upper = min(range.upperBound, Instant(milliseconds: last.milliseconds + 999))
      guard lower <= upper else { return nil }
      range = lower...upper
    }
    return range
  }

  /// Why no chain was found, in OpenSSL's words and with the certificate at fault.
  struct Failure: Error {
    let reason: String
  }

  /// Builds a chain with OpenSSL, whose own store, time, policy and security level are all taken out of the decision.
  ///
  /// - Parameters:
  ///   - signer: the certificate to start from.
  ///   - embedded: what the chain may lead through; untrusted.
  ///   - anchor: where it has to end.
  init(from signer: Certificate, through embedded: [Certificate], to anchor: TrustAnchor) throws(Failure) {
    guard let context = X509_STORE_CTX_new(), let trusted = copenssl_sk_X509_new(),
      let untrusted = copenssl_sk_X509_new()
    else { throw Failure(reason: "out of memory") }
    defer {
      X509_STORE_CTX_free(context)
      copenssl_sk_X509_pop_free(trusted)
      copenssl_sk_X509_pop_free(untrusted)
      ERR_clear_error()
    }
    // Asked for more than the signer, OpenSSL would climb on to an embedded root and refuse that one.
    let isAnchorItself = anchor.origin == .user && anchor.certificate.der == signer.der
    for (stack, certificates) in [(trusted, [anchor.certificate]), (untrusted, isAnchorItself ? [] : embedded)] {
      for certificate in certificates where X509_up_ref(certificate.handle) == 1 {
        copenssl_sk_X509_push(stack, certificate.handle)
      }
    }
    guard X509_STORE_CTX_init(context, nil, signer.handle, untrusted) == 1,
      let parameters = X509_STORE_CTX_get0_param(context)
    else { throw Failure(reason: "OpenSSL cannot check a chain") }
    X509_STORE_CTX_set0_trusted_stack(context, trusted)
    // Most genuine receipts are signed through SHA-1, which level 1 refuses.
    X509_VERIFY_PARAM_set_auth_level(parameters, 0)
    X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY)
    // Validity is a step of its own, so that "expired" and "unknown" are told apart.
    X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_NO_CHECK_TIME))
    if anchor.origin == .user {
      // The user may trust an intermediate, or the signer itself.
      X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    }
    guard X509_verify_cert(context) == 1 else {
      let error = Int(X509_STORE_CTX_get_error(context))
      throw Failure(reason: X509_verify_cert_error_string(error).map { String(cString: $0) } ?? "error \(error)")
    }
    guard let stack = X509_STORE_CTX_get0_chain(context) else { throw Failure(reason: "OpenSSL returned no chain") }
    certificates = (0..<max(0, copenssl_sk_X509_num(stack))).compactMap { index in
      guard let handle = copenssl_sk_X509_value(stack, index), X509_up_ref(handle) == 1 else { return nil }
      return Certificate(owning: handle)
    }
    guard certificates.last?.der == anchor.certificate.der else {
      throw Failure(reason: "the chain ends before the anchor")
    }
    self.anchor = anchor
  }
}
