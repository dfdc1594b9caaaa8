import COpenSSL

/// A chain from a signer to an anchor with valid signatures and extensions. Times and purposes have not been judged.
struct CertificateChain {
  /// Signer first, anchor last; only one certificate if the signer is the anchor itself.
  let certificates: [Certificate]
  let anchor: TrustAnchor

  /// The moments at which every certificate is valid; `nil` if there are none, or if a validity cannot be read.
  static func validity(of certificates: [Certificate]) -> ClosedRange<Instant>? {
    var range = Instant(milliseconds: .min)...Instant(milliseconds: .max)
    for certificate in certificates {
      guard let first = certificate.notBefore, let last = certificate.notAfter else { return nil }
      // notAfter names a second, and the whole second belongs to the period.
      let lower = max(range.lowerBound, first)
      let upper = min(range.upperBound, Instant(milliseconds: last.milliseconds + 999))
      guard lower <= upper else { return nil }
      range = lower...upper
    }
    return range
  }

  /// Builds a chain with OpenSSL, unless a known intermediate has signed the signer's certificate. OpenSSL's own store,
  /// time, policy and security level do not affect the result.
  ///
  /// - Parameters:
  ///   - signer: the certificate to start from.
  ///   - embedded: untrusted certificates that may be links of the chain.
  ///   - anchor: the required end of the chain.
  ///   - strictness: how strictly RFC 5280 applies to a chain under a pinned root. ``Certificate/departure`` applies to
  ///     every chain.
  init(
    from signer: Certificate, through embedded: [Certificate], to anchor: TrustAnchor,
    _ strictness: ChainRules.Strictness = .profile
  ) throws(TrustFailure) {
    // Test authorities may omit key identifiers and key usage, as the authority in Apple's own libraries does.
    let strictness = anchor.origin == .pinned ? strictness : .profile
    self.anchor = anchor
    // A known intermediate stands under this root, and has verified the signer's signature already. Such a chain
    // follows the rules for app receipts.
    if let issuer = signer.knownIssuer, strictness == .strict,
      anchor.certificate.sha256Fingerprint == AppleRoots.appleIncRootFingerprint
    {
      certificates = [signer, issuer, anchor.certificate]
      return
    }
    certificates = try Self.verified(from: signer, through: embedded, to: anchor, strictness)
    guard certificates.last?.der == anchor.certificate.der else {
      throw TrustFailure(reason: "the chain ends before the anchor")
    }
    guard strictness != .signedData || certificates.count == 3 else {
      throw TrustFailure(reason: "the chain has \(certificates.count) certificates, where signed data has three")
    }
    // The anchor is trusted without examination (RFC 5280, 6.1.1 d): only its name and its key matter.
    if let departure = certificates.dropLast().lazy.compactMap(\.departure).first {
      throw TrustFailure(reason: departure)
    }
  }

  /// The chain that OpenSSL builds and verifies, signer first.
  private static func verified(
    from signer: Certificate, through embedded: [Certificate], to anchor: TrustAnchor,
    _ strictness: ChainRules.Strictness
  ) throws(TrustFailure) -> [Certificate] {
    guard let context = X509_STORE_CTX_new(), let trusted = copenssl_sk_X509_new(),
      let untrusted = copenssl_sk_X509_new()
    else { throw TrustFailure(reason: "out of memory") }
    defer {
      X509_STORE_CTX_free(context)
      copenssl_sk_X509_pop_free(trusted)
      copenssl_sk_X509_pop_free(untrusted)
      ERR_clear_error()
    }
    // If the signer is the anchor itself, OpenSSL gets no other certificate. Otherwise it would continue to an embedded
    // root and reject that root.
    let isAnchorItself = anchor.origin == .user && anchor.certificate.der == signer.der
    for (stack, certificates) in [(trusted, [anchor.certificate]), (untrusted, isAnchorItself ? [] : embedded)] {
      for handle in certificates.map(\.handle) where X509_up_ref(handle) == 1 {
        copenssl_sk_X509_push(stack, handle)
      }
    }
    guard X509_STORE_CTX_init(context, nil, signer.handle, untrusted) == 1,
      let parameters = X509_STORE_CTX_get0_param(context)
    else { throw TrustFailure(reason: "OpenSSL cannot check a chain") }
    X509_STORE_CTX_set0_trusted_stack(context, trusted)
    configure(parameters, for: anchor, strictness)
    guard X509_verify_cert(context) == 1 else {
      let error = Int(X509_STORE_CTX_get_error(context))
      // OpenSSL's texts are English.
      let text = X509_verify_cert_error_string(error).map { String(cString: $0) }
      throw TrustFailure(reason: text.map(Message.init(english:)) ?? "error \(error)")
    }
    guard let stack = X509_STORE_CTX_get0_chain(context) else {
      throw TrustFailure(reason: "OpenSSL returned no chain")
    }
    let links = (0..<max(0, copenssl_sk_X509_num(stack))).map { copenssl_sk_X509_value(stack, $0) }
    // OpenSSL builds the chain from the certificates that it was given.
    let certificates = links.compactMap { link in
      signer.handle == link ? signer : ([anchor.certificate] + embedded).first { $0.handle == link }
    }
    guard certificates.count == links.count else { throw TrustFailure(reason: "OpenSSL returned another chain") }
    return certificates
  }

  /// Sets how OpenSSL verifies a chain to an anchor.
  private static func configure(
    _ parameters: OpaquePointer, for anchor: TrustAnchor, _ strictness: ChainRules.Strictness
  ) {
    // Level 2 is 112 bits. Most genuine receipts have SHA-1 signatures in their chain, which level 1 rejects.
    X509_VERIFY_PARAM_set_auth_level(parameters, strictness == .signedData ? 2 : 0)
    X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY)
    // Validity is a separate step, so that "expired" and "unknown" are distinguished.
    X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_NO_CHECK_TIME))
    if strictness != .profile { X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_X509_STRICT)) }
    if anchor.origin == .user {
      // The user may trust an intermediate, or the signer itself.
      X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    }
  }
}
