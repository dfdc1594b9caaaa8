/// What a chain has to show for one kind of receipt.
struct ChainRules {
  /// Certificates that the chain may lead through besides the embedded ones. They are no more trusted than those.
  var links: [Certificate] = []
  /// The signer has to have one of these.
  var signerMarkers: [String]
  /// The signer's issuer has to have this one.
  var issuerMarker: String
  /// Whether that holds under an anchor of the user's too; under Apple's roots it always does.
  var userAnchorsNeedIssuerMarker: Bool
  /// What the moment of judging is called.
  var dateName: String
  /// Whether nothing under Apple's roots rests on a weak key, and such keys under other anchors are named. The signers of iOS 6 receipts
  /// had 1,024 bits.
  var wantsStrongKeys: Bool

  /// For receipts in PKCS#7 envelopes.
  static let appReceipt = ChainRules(
    signerMarkers: [MarkerOID.receiptSigning], issuerMarker: MarkerOID.developerRelations,
    userAnchorsNeedIssuerMarker: true, dateName: "creation date", wantsStrongKeys: true)

  /// Why the markers are not those of a receipt; `nil` if they are.
  ///
  /// Without the marks any certificate that Apple ever issued, to any developer, could sign a "receipt".
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

  /// What is said of a chain that has its markers.
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
