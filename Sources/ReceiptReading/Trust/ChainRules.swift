/// The requirements on a chain for one kind of receipt.
struct ChainRules {
  /// Further certificates that may be links of the chain. They are not trusted more than the embedded ones.
  var links: [Certificate] = []
  /// The signer must have one of these markers.
  var signerMarkers: [String]
  /// The signer's issuer must have this marker.
  var issuerMarker: String
  /// Whether the requirement of the issuer's marker also applies under the user's anchor. Under Apple's roots it always
  /// applies.
  var userAnchorsNeedIssuerMarker: Bool
  /// The name of the date at which the chain is judged.
  var dateName: Message
  /// Whether weak keys are rejected under Apple's roots, and only reported under other anchors.
  ///
  /// The signers of iOS 6 receipts had 1,024 bits.
  var wantsStrongKeys: Bool
  /// How strictly RFC 5280 applies to Apple's chain.
  var strictness: Strictness

  /// The requirements for a chain under one of Apple's roots.
  enum Strictness {
    /// The requirements for every chain: ``Certificate/departure``. The issuers of iOS 6 receipts are not embedded, and
    /// the issuer of the first ones could not be examined.
    case profile
    /// In addition, all rules of RFC 5280 that OpenSSL knows (`X509_V_FLAG_X509_STRICT`). All ten chains of Apple's app
    /// receipts follow them.
    case strict
    /// In addition, exactly signer, intermediate and root, and no signature below 112 bits of security: no SHA-1, no
    /// RSA key below 2,048 bits.
    case signedData
  }

  /// The rules for receipts in PKCS#7 envelopes.
  static let appReceipt = ChainRules(
    signerMarkers: [MarkerOID.receiptSigning], issuerMarker: MarkerOID.developerRelations,
    userAnchorsNeedIssuerMarker: true, dateName: "creation date", wantsStrongKeys: true,
    strictness: .strict)

  /// The rules for signed data of StoreKit 2 and of the App Store Server API. The signer has the same marker as the
  /// signer of receipts.
  static let signedData = ChainRules(
    signerMarkers: [MarkerOID.receiptSigning], issuerMarker: MarkerOID.developerRelations,
    userAnchorsNeedIssuerMarker: true, dateName: "date of signing (`signedDate`)", wantsStrongKeys: true,
    strictness: .signedData)

  /// Why the keys of the chain may not be used for signatures of receipts; `nil` if they may, or if no certificate says
  /// what it is for.
  func usageFailure(_ chain: CertificateChain) -> Message? {
    guard let signer = chain.certificates.first else { return nil }
    guard signer.mayMakeSignatures else {
      return "the signer's certificate does not allow signatures (its key usage lacks digitalSignature)"
    }
    // The anchor is left out, because it may be meant for any purpose; Xcode's is for code signing. This is a loop
    // because for a lazy sequence the Swift runtime would search for conformances at every start.
    for certificate in chain.certificates.dropLast() {
      if let reason = certificate.otherPurpose { return reason }
    }
    return nil
  }

  /// Why the markers are not those of a receipt; `nil` if they are correct.
  ///
  /// Without this check any certificate that Apple ever issued, to any developer, could sign a "receipt".
  func markerFailure(_ chain: CertificateChain) -> Message? {
    guard let signer = chain.certificates.first, signer.markerOIDs.contains(where: signerMarkers.contains) else {
      let markers = signerMarkers.joined { "\($0) or \($1)" }
      return "the signer's certificate lacks the marker for receipt signing, \(markers)"
    }
    guard needsIssuerMarker(chain) else { return nil }
    guard chain.certificates.count > 1, chain.certificates[1].markerOIDs.contains(issuerMarker) else {
      return "the intermediate lacks the marker of Apple's \(authorityName), \(issuerMarker)"
    }
    return nil
  }

  /// The detail for a chain that has the required markers.
  func markersDetail(_ chain: CertificateChain) -> Message {
    needsIssuerMarker(chain)
      ? "signer and intermediate are marked for receipt signing" : "the signer is marked for receipt signing"
  }

  private func needsIssuerMarker(_ chain: CertificateChain) -> Bool {
    chain.anchor.origin == .pinned || userAnchorsNeedIssuerMarker
  }

  private var authorityName: Message {
    issuerMarker == MarkerOID.iTunesStore ? "iTunes Store authority" : "developer relations authority"
  }
}
