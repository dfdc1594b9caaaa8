import ReceiptAnalysis

/// Signs data as JWS, in the form of Apple's servers or of StoreKit testing in Xcode.
///
///     let options = TemplateOptions(creationDate: now)
///     let data = try SignedDataTemplate(.transaction, options: options).description(seed: "my tests")
///     let minter = try JWSMinter(try TestAuthority(seed: "my tests"), signedAt: "2026-01-01T00:00:00Z")
///     let text = try minter.mint(data)
package struct JWSMinter: Sendable {
  /// The validity of the anchor of Apple's signed data. Xcode's certificates are made on demand.
  package static var anchorValidity: Validity { ChainOptions.signedDataRoot }

  /// The anchors that a verifier needs to trust the signed data.
  package let anchors: [TestCertificate]
  private let flaws: [JWSFlaw]
  private let material: FlawMaterial

  /// A minter for data that is signed at one time.
  ///
  /// - Parameters:
  ///   - authority: signs the data.
  ///   - flaws: the flaws of the signed data.
  ///   - date: `YYYY-MM-DDThh:mm:ssZ`; the certificates are valid then.
  ///   - isXcode: whether to sign as StoreKit testing in Xcode does, with one self-signed certificate. Apple's servers
  ///     sign with three certificates.
  /// - Throws: ``MintError/impossible(_:)`` for a flaw that such data cannot have, ``MintError/openSSL(call:reason:)``.
  package init(
    _ authority: TestAuthority, flaws: [JWSFlaw] = [], signedAt date: String, isXcode: Bool = false
  ) throws(MintError) {
    self.flaws = flaws
    var options = ChainOptions(signedDataAt: date)
    for flaw in flaws { flaw.chain?(&options, date) }
    let chain: SigningChain
    if isXcode {
      if let wrong = flaws.first(where: \.needsChain) {
        throw MintError.impossible("\(wrong.name) is about three certificates, which Xcode's signed data does not have")
      }
      chain = SigningChain(selfSigned: try authority.xcodeSignedDataCertificate(holdingAt: date))
      anchors = [chain.root]
    } else {
      chain = try authority.signedDataChain(options)
      // One file of anchors serves for signed data and for receipts.
      anchors = [try authority.root(), chain.root]
    }
    material = FlawMaterial(authority: authority, chain: chain, options: options)
  }

  /// Signs one description: the compact serialisation of RFC 7515 §7.1.
  ///
  /// - Throws: ``MintError/impossible(_:)`` for a flaw of the signed data inside, if the payload holds none;
  ///   ``MintError/openSSL(call:reason:)``.
  package func mint(_ description: JWSDescription) throws(MintError) -> String {
    var payload = description.payload
    for flaw in flaws { try flaw.payload?(&payload, material) }
    var octets = try JWSSigner(material.chain).signingWithin(payload).compactBytes
    for flaw in flaws { flaw.octets?(&octets) }
    var header = JWSHeader(material.chain)
    for flaw in flaws { try flaw.header?(&header, material) }
    var headerOctets = header.value.compactBytes
    let input = Base64.encodeURL(headerOctets) + "." + Base64.encodeURL(octets)
    var signature = try header.signer.ellipticKey().sign(Array(input.utf8))
    for flaw in flaws { try flaw.signature?(&signature, Array(input.utf8), material) }
    for flaw in flaws { flaw.afterSigning?(&headerOctets, &octets) }
    var parts = [headerOctets, octets, signature].map(Base64.encodeURL)
    for flaw in flaws { flaw.parts?(&parts) }
    return parts.joined(separator: ".")
  }
}
