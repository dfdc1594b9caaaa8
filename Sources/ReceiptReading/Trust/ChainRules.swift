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

  /// For receipts in PKCS#7 envelopes.
  static let appReceipt = ChainRules(
    signerMarkers: [MarkerOID.receiptSigning], issuerMarker: MarkerOID.developerRelations,
    userAnchorsNeedIssuerMarker: true, dateName: "creation date", wantsStrongKeys: true)

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
