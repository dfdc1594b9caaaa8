import COpenSSL

/// The `signature` of an iOS 6 transaction receipt, decoded. No value in it is trusted.
///
///     version octet ‖ RSA signature ‖ length of the certificate, 4 octets, most significant first ‖ certificate, DER
///
/// PKCS#1 v1.5 over the version octet followed by the decoded `purchase-info`. Version 2 is Apple's own description
/// (VerificationController, sample code of 2012). Versions 3 and 4 were observed, always with nothing after the
/// certificate.
struct TransactionReceiptSignature {
  enum Version: UInt8, CaseIterable {
    case two = 2
    case three = 3
    case four = 4

    var digest: DigestAlgorithm { self == .four ? .sha256 : .sha1 }

    /// Octets of the signature and of the modulus.
    var signatureLength: Int { self == .two ? 128 : 256 }

    /// The requirements on the chain.
    ///
    /// For version 2, the markers of the signer and of its issuer were observed. The signers of versions 3 and 4 are
    /// issued by the authorities of app receipts, and have exactly the lengths of the app receipts' signers of their
    /// times (1,408 and 1,482 octets). They are inferred to be the same certificates, so their marker counts, too.
    func rules(links: [Certificate]) -> ChainRules {
      // Issuers are never embedded. So under the user's anchor, the user has given each issuer, which needs no marker.
      ChainRules(
        links: links,
        signerMarkers: self == .two
          ? [MarkerOID.purchaseReceiptSigning] : [MarkerOID.receiptSigning, MarkerOID.purchaseReceiptSigning],
        issuerMarker: self == .two ? MarkerOID.iTunesStore : MarkerOID.developerRelations,
        userAnchorsNeedIssuerMarker: false, dateName: "purchase date", wantsStrongKeys: false, strictness: .profile)
    }
  }

  let version: Version
  let signature: [UInt8]
  let certificate: Certificate

  /// Splits the octets of the entry; every length must match.
  init(_ blob: [UInt8]) throws(TrustFailure) {
    guard let first = blob.first, let version = Version(rawValue: first) else {
      throw TrustFailure(
        reason: "the signature is of version \(blob.first.map { "\($0)" } ?? "none" as Message), known are 2, 3 and 4")
    }
    let lengthStart = 1 + version.signatureLength
    let certificateStart = lengthStart + 4
    guard blob.count > certificateStart else {
      throw TrustFailure(
        reason: "the signature ends after \(blob.count) bytes, before its certificate")
    }
    let length = blob[lengthStart..<certificateStart].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard length == UInt64(blob.count - certificateStart) else {
      throw TrustFailure(
        reason: "the signature announces a certificate of \(length) bytes and holds \(blob.count - certificateStart)")
    }
    let encoded = Array(blob[certificateStart...])
    do throws(ReceiptError) {
      // As for envelopes, nesting and lengths are checked before OpenSSL sees the bytes.
      try ASN1Limits().visit(encoded.span, 0..<encoded.count)
      certificate = try Certificate(der: encoded)
    } catch {
      throw TrustFailure(reason: "what the signature holds as its certificate is not an X.509 certificate")
    }
    self.version = version
    signature = Array(blob[1..<lengthStart])
  }

  /// Why the signature was not made over `purchaseInfo` with the key of the embedded certificate; `nil` if it was.
  func failure(over purchaseInfo: [UInt8]) -> TrustFailure? {
    guard certificate.keyBits == version.signatureLength * 8 else {
      return TrustFailure(
        reason: "the embedded key has \(certificate.keyBits) bits, where version \(version.rawValue) has "
          + "\(version.signatureLength * 8)")
    }
    let message = [version.rawValue] + purchaseInfo
    let key = VerificationKey(certificate, .rsa, version.digest)
    guard key?.verifies(signature: signature.span.bytes, over: message.span.bytes) == true else {
      return TrustFailure(
        reason: "the signature does not belong to purchase-info: one of the two was changed")
    }
    return nil
  }
}

extension Certificate {
  /// The size of the public key, 0 for an unreadable one.
  fileprivate var keyBits: Int {
    guard let key = X509_get0_pubkey(handle) else {
      ERR_clear_error()
      return 0
    }
    return Int(EVP_PKEY_get_bits(key))
  }
}

extension Authenticator {
  /// Judges an iOS 6 transaction receipt: whether its `purchase-info` was signed, and by whom. Its other entries are
  /// not signed.
  ///
  /// The certificate that issued the signer is not embedded, so Apple's roots alone are not enough: unless it is among
  /// ``anchors``, the verdict is `untrusted-chain` at best. For the same reason, and unlike with PKCS#7, the signature
  /// is verified even if the chain fails: it may be possible to prove only that the signature matches the bytes. A
  /// signature that does not match them, or cannot be decoded, is always `bad-signature`.
  ///
  /// - Under a pinned Apple root the given certificates are only links of the chain, trusted no more than those
  ///   embedded in an envelope. A chain that leads through them to such a root, with Apple's markers on signer and
  ///   issuer, is authentic: that proof does not depend on the user.
  /// - Otherwise an anchor given by the user (the issuer, a root above it that comes together with the issuer, or the
  ///   signer's own certificate) makes the receipt test-signed at most.
  ///
  /// - Parameters:
  ///   - transaction: the receipt; nothing in it is trusted.
  ///   - judgedAt: the time at which the certificates must be valid: ``TransactionReceipt/purchaseInstant``, or the
  ///     caller's choice. Without a time, nothing is authentic or test-signed.
  /// - Returns: the judgement.
  package func authenticate(_ transaction: TransactionReceipt, judgedAt: Authenticity.JudgedAt?) -> Authenticity {
    guard let entry = transaction.entry(TransactionReceipt.signatureKey), !entry.isEmpty else {
      return .unsigned("the transaction receipt has no signature")
    }
    let signature: TransactionReceiptSignature
    do throws(TrustFailure) {
      guard let blob = transaction.signatureBlob else {
        throw TrustFailure(reason: "the signature is not base64")
      }
      signature = try TransactionReceiptSignature(blob)
    } catch {
      var proof = EnvelopeVerification(certificates: [], judgedAt: judgedAt)
      return proof.failed(.signerCertificate, .badSignature, error.reason)
    }
    return judge(signature, over: transaction.purchaseInfo, judgedAt: judgedAt)
  }

  private func judge(
    _ signature: TransactionReceiptSignature, over purchaseInfo: [UInt8], judgedAt: Authenticity.JudgedAt?
  ) -> Authenticity {
    let signer = signature.certificate
    var proof = EnvelopeVerification(certificates: [signer], judgedAt: judgedAt)
    proof.signerIndex = 0
    proof.digestAlgorithm = signature.version.digest
    proof.passed(.signerCertificate, "the embedded certificate, \(signer.displayName)")
    let given = anchors.map(\.certificate)
    let rejection = proof.judgeChain(
      from: signer, to: AppleRoots.anchors(among: given) + anchors, rules: signature.version.rules(links: given))
    if let failure = signature.failure(over: purchaseInfo) {
      return proof.failed(.signature, .badSignature, failure.reason)
    }
    proof.passed(
      .signature,
      """
      RSA with \(signature.version.digest.rawValue) over the version byte \(signature.version.rawValue) and \
      purchase-info, with the key of the embedded certificate
      """)
    guard let rejection else { return proof.accepted() }
    guard rejection.verdict == .untrustedChain else { return proof.authenticity(after: rejection) }
    let remedy: Message =
      anchors.isEmpty
      ? "unless the intermediate certificate that issued it (\(signer.issuer)) is given with --trust-anchor"
      : "because no given anchor is the intermediate certificate that issued it (\(signer.issuer))"
    return proof.authenticity(
      after: EnvelopeVerification.Rejection(
        verdict: .untrustedChain,
        reason: """
          the signature belongs to these bytes under the embedded certificate (\(signer.displayName)), but the chain \
          cannot be anchored \(remedy): iOS 6 receipts do not embed it, so this says nothing about Apple
          """))
  }
}
