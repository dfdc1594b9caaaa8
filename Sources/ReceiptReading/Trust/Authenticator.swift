import COpenSSL

/// Judges the signer of an envelope step by step. Each step has its own outcome.
///
/// 1. Find the certificate that the SignerInfo names.
/// 2. Build its chain to an anchor.
/// 3. Judge the validity of that chain at the receipt's own creation date.
/// 4. Look for Apple's markers.
/// 5. Only then verify the signature.
public struct Authenticator: Sendable {
  /// Anchors given by the user, tried after Apple's pinned roots.
  public var anchors: [TrustAnchor]

  /// Makes an authenticator; without anchors only Apple's roots count.
  public init(anchors: [TrustAnchor] = []) {
    self.anchors = anchors
  }

  /// Judges an envelope.
  ///
  /// - Parameters:
  ///   - signed: the envelope; nothing in it is trusted.
  ///   - judgedAt: the time at which its certificates must be valid. Without a time nothing is authentic.
  /// - Returns: the judgement; for several signatures, the judgement on the weakest one, because all of them must be
  ///   valid.
  package func authenticate(_ signed: SignedData, judgedAt: Authenticity.JudgedAt?) -> Authenticity {
    guard signed.signers.count <= Self.maximumSigners else {
      var proof = EnvelopeVerification(certificates: signed.certificates, judgedAt: judgedAt)
      return proof.failed(
        .signerCertificate, .untrustedChain,
        "\(signed.signers.count) signatures, where every receipt has one: none of them was judged")
    }
    let judged = signed.signers.map { judge($0, of: signed, judgedAt: judgedAt) }
    guard var weakest = judged.first else { return .unsigned("the envelope has no SignerInfo") }
    for other in judged.dropFirst() where other.verdict.strength < weakest.verdict.strength { weakest = other }
    return weakest
  }

  /// The maximum number of signatures that are judged. Every receipt seen has one.
  private static let maximumSigners = 4

  private func judge(
    _ signer: SignerInfo, of signed: SignedData, judgedAt: Authenticity.JudgedAt?
  ) -> Authenticity {
    var proof = EnvelopeVerification(certificates: signed.certificates, judgedAt: judgedAt)
    proof.signerIndex = signer.certificateIndex
    proof.digestAlgorithm = DigestAlgorithm(objectIdentifier: signer.digestAlgorithm)
    guard let index = signer.certificateIndex else {
      return proof.failed(
        .signerCertificate, .untrustedChain, "the certificate that the signature names is not embedded")
    }
    let certificate = signed.certificates[index]
    proof.passed(.signerCertificate, "certificate \(index + 1) of \(signed.certificates.count)")
    let rejection = proof.judgeChain(
      from: certificate, to: AppleRoots.anchors(among: signed.certificates) + anchors, rules: .appReceipt)
    if let rejection { return proof.authenticity(after: rejection) }
    if let failure = signed.failure(of: signer, by: certificate) {
      return proof.failed(.signature, .badSignature, failure.reason)
    }
    proof.passed(
      .signature,
      "RSA with \(proof.digestAlgorithm.map { "\($0.rawValue)" } ?? "an unknown digest" as Message) over the payload")
    return proof.accepted()
  }

  /// Reads the certificates of an envelope: without OpenSSL if they are under a known intermediate; otherwise with
  /// OpenSSL, except for anchors, which were read before.
  ///
  /// - Returns: `nil` if one of them is not a certificate, or if OpenSSL would write it differently.
  func certificates(_ encoded: [[UInt8]]) -> [Certificate]? {
    let fingerprints = encoded.map(Certificate.fingerprint)
    if let certificates = KnownIntermediates.certificates(encoded, fingerprints) { return certificates }
    let decodedAnchors = anchors.map(\.certificate) + (AppleRoots.appleIncRoot.map { [$0] } ?? [])
    var found: [Certificate] = []
    for (der, fingerprint) in zip(encoded, fingerprints) {
      let anchor = decodedAnchors.first { $0.der == der }
      guard let certificate = anchor ?? (try? Certificate(der: der, sha256Fingerprint: fingerprint)),
        certificate.isCanonical
      else { return nil }
      found.append(certificate)
    }
    return found
  }
}

extension Authenticity.Verdict {
  /// The strength of the proof behind a verdict; used only for comparing several signatures and for `--require`.
  package var strength: Int {
    switch self {
    case .unsigned: 0
    case .badSignature: 1
    case .untrustedChain: 2
    case .wrongPurpose: 3
    case .outsideValidity: 4
    case .testSigned: 5
    case .authentic: 6
    }
  }

  /// Whether this verdict proves at least as much as `other`.
  package func isAtLeast(_ other: Authenticity.Verdict) -> Bool { strength >= other.strength }
}

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

  static let idData = "1.2.840.113549.1.7.1"
  static let rsaEncryption = "1.2.840.113549.1.1.1"

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
