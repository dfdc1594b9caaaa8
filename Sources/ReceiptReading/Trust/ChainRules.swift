/// The requirements on a chain for one kind of receipt.
struct ChainRules {
  /// Certificates that the chain may lead through besides the embedded ones. They are trusted no more than those.
  var links: [Certificate] = []
  /// The signer must have one of these.
  var signerMarkers: [String]
  /// The signer's issuer must have this one.
  var issuerMarker: String
  /// Whether that also applies under an anchor given by the user; under Apple's roots it always does.
  var userAnchorsNeedIssuerMarker: Bool
  /// The name of the date at which the chain is judged.
  var dateName: String
  /// Whether weak keys are rejected under Apple's roots, and named under other anchors.
  ///
  /// The signers of iOS 6 receipts had 1,024 bits.
  var wantsStrongKeys: Bool
  /// Whether Apple's chain has exactly signer, intermediate and root, and is held against RFC 5280 to the letter: both hold for signed
  /// data, and not for the certificates of old receipts. Under an anchor given by the user, test authorities may do with less.
  var isStrict = false

  /// For receipts in PKCS#7 envelopes.
  static let appReceipt = ChainRules(
    signerMarkers: [MarkerOID.receiptSigning], issuerMarker: MarkerOID.developerRelations,
    userAnchorsNeedIssuerMarker: true, dateName: "creation date", wantsStrongKeys: true)

  /// For signed data of StoreKit 2 and of the App Store Server API. The signer has the same marker as that of receipts.
  static let signedData = ChainRules(
    signerMarkers: [MarkerOID.receiptSigning], issuerMarker: MarkerOID.developerRelations,
    userAnchorsNeedIssuerMarker: true, dateName: "date of signing (`signedDate`)", wantsStrongKeys: true,
    isStrict: true)

  /// Why the key of the signer may not sign; `nil` if it may, or if its certificate does not say what it is for.
  func usageFailure(_ chain: CertificateChain) -> String? {
    guard isStrict, let signer = chain.certificates.first, !signer.mayMakeSignatures else { return nil }
    return "the signer's certificate does not allow signatures (its key usage lacks digitalSignature)"
  }

  /// Why the markers are not those of a receipt; `nil` if they are.
  ///
  /// Without this check any certificate that Apple ever issued, to any developer, could sign a "receipt".
  func markerFailure(_ chain: CertificateChain) -> String? {
    guard let signer = chain.certificates.first, signer.markerOIDs.contains(where: signerMarkers.contains) else {
      return "the signer's certificate lacks the marker for receipt signing, \(signerMarkers.joined(separator: " or "))"
    }
    guard needsIssuerMarker(chain) else { return nil }
    guard chain.certificates.count > 1, chain.certificates[1].markerOIDs.contains(issuerMarker) else {
      return "the intermediate lacks the marker of Apple's \(authorityName), \(issuerMarker)"
    }
    return nil
  }

  /// The detail for a chain that has its markers.
  func markersDetail(_ chain: CertificateChain) -> String {
    needsIssuerMarker(chain)
      ? "signer and intermediate are marked for receipt signing" : "the signer is marked for receipt signing"
  }

  private func needsIssuerMarker(_ chain: CertificateChain) -> Bool {
    chain.anchor.origin == .pinned || userAnchorsNeedIssuerMarker
  }

  private var authorityName: String {
    issuerMarker == MarkerOID.iTunesStore ? "iTunes Store authority" : "developer relations authority"
  }
}
