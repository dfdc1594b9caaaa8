extension Authenticator {
  /// Judges signed data of StoreKit 2 and of the App Store Server API (a JWS), in the same steps as receipts.
  ///
  /// The chain must end at a pinned root or at the user's anchor. The last of the three certificates in the header is
  /// not trusted for standing there: it counts only if its fingerprint is pinned. A single certificate counts only if
  /// it is itself the user's anchor, such as Xcode's export.
  ///
  /// - Parameters:
  ///   - jws: the signed data; nothing in it is trusted.
  ///   - judgedAt: the time at which the certificates must be valid. Without a time, nothing is authentic or
  ///     test-signed.
  ///   - chains: a cache of judged chains, which are most of the cost.
  package func authenticate(
    _ jws: JSONWebSignature, judgedAt: Authenticity.JudgedAt?, chains: JWSChains? = nil
  ) -> Authenticity {
    if let cached = chains?.authenticity(of: jws, judgedAt: judgedAt) { return cached }
    let signature: JWSSignature
    let certificates: [Certificate]
    do throws(JWSSignature.Fault) {
      signature = try JWSSignature(jws)
      certificates = try signature.certificates()
    } catch {
      // No certificate was judged. With the time of the check in it, the documents of two runs would differ.
      var proof = EnvelopeVerification(certificates: [], judgedAt: judgedAt?.source == .now ? nil : judgedAt)
      switch error {
      case .wrongForm(let reason): return proof.failed(.signature, .badSignature, reason)
      case .endMissing(let reason):
        var authenticity = proof.failed(.signature, .badSignature, reason)
        authenticity.isCut = true
        return authenticity
      case .certificates(let reason): return proof.failed(.signerCertificate, .untrustedChain, reason)
      case .unsigned(let reason): return .unsigned(reason)
      }
    }
    // The third certificate is no link: it is the anchor or nothing.
    let links = Array(certificates.prefix(2))
    var proof = EnvelopeVerification(certificates: certificates, links: links, judgedAt: judgedAt)
    proof.signerIndex = 0
    proof.digestAlgorithm = .sha256
    proof.passed(.signerCertificate, "certificate 1 of \(certificates.count) in `x5c`")
    let leaf = certificates[0]
    let accepted =
      certificates.count == 1
      ? anchors.filter { $0.certificate.der == leaf.der } : AppleRoots.anchors(forSignedData: certificates) + anchors
    if let rejection = proof.judgeChain(from: leaf, to: accepted, rules: .signedData) {
      let authenticity = proof.authenticity(after: rejection)
      chains?.remember(jws, authenticity)
      return authenticity
    }
    guard let key = VerificationKey(leaf, .p256, .sha256) else {
      return proof.failed(
        .signature, .badSignature, "the key of the signer's certificate is not of the curve P-256, which ES256 has")
    }
    if let failure = key.failure(of: signature.signed) {
      let authenticity = proof.failed(.signature, .badSignature, failure.reason)
      chains?.remember(jws, authenticity)
      return authenticity
    }
    proof.passed(.signature, "ECDSA (P-256) with sha256 over header and payload")
    let authenticity = proof.accepted()
    chains?.remember(jws, authenticity)
    return authenticity
  }
}

extension VerificationKey {
  /// Why an ES256 signature (RFC 7518, 3.4) is not valid; `nil` if it is.
  func failure(of signed: SignedOctets) -> TrustFailure? {
    guard let encoded = Self.der(signed.signature) else {
      return TrustFailure(reason: "one of the two numbers of the signature is zero, which none ever is")
    }
    // OpenSSL rejects numbers that are not below the order of the curve.
    guard verifies(signature: encoded.span.bytes, over: signed.message.span.bytes) else {
      return TrustFailure(reason: "the signature does not belong to this header and payload: something was changed")
    }
    return nil
  }

  /// `SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279, 2.2.3), OpenSSL's form; `nil` for another length than 64 octets, or
  /// if one of the two is zero.
  static func der(_ signature: [UInt8]) -> [UInt8]? {
    // A positive INTEGER: no leading zeros, but one if the first bit would be the sign.
    func integer(_ octets: ArraySlice<UInt8>) -> [UInt8]? {
      let digits = octets.drop { $0 == 0 }
      guard let first = digits.first else { return nil }
      let content = (first < 0x80 ? [] : [0]) + digits
      return [DERTag.integer, UInt8(content.count)] + content
    }
    guard signature.count == SignedOctets.signatureOctets, let r = integer(signature[..<32]),
      let s = integer(signature[32...])
    else {
      return nil
    }
    return [DERTag.sequence, UInt8(r.count + s.count)] + r + s
  }
}

extension JSONWebSignature {
  /// The claimed signing date: `signedDate`, or `receiptCreationDate` of an AppTransaction, as in Apple's libraries.
  /// The outer `nil` means that there is no such member; the inner one means that its value is not a date.
  var claimedDate: (instant: Instant?, source: Authenticity.JudgedAt.Source)? {
    if let value = payload["signedDate"] { return (Instant(millisecondsIn: value), .signedDate) }
    if let value = payload["receiptCreationDate"] { return (Instant(millisecondsIn: value), .receiptCreationDate) }
    return nil
  }

  /// The claimed signing date.
  package var signedAt: Instant? { claimedDate?.instant }
}
