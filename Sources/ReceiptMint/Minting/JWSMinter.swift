import ReceiptAnalysis

/// Signs data as JWS, in the form of Apple's servers or of StoreKit testing in Xcode.
///
///     let options = TemplateOptions(creationDate: now)
///     let data = try SignedDataTemplate(.transaction, options: options).description(seed: "my tests")
///     let minter = try JWSMinter(try TestAuthority(seed: "my tests"), shape: .apple, signedAt: "2026-01-01T00:00:00Z")
///     let text = try minter.mint(data)
package struct JWSMinter: Sendable {
  /// The signer that is imitated.
  package enum Shape: Sendable {
    /// Apple's servers: three certificates.
    case apple
    /// StoreKit testing in Xcode: one self-signed certificate.
    case xcode

    /// The validity of the anchor of such data; `nil` for Xcode, whose certificates are made on demand.
    package var validity: Validity? { self == .apple ? ChainOptions.signedDataRoot : nil }
  }

  /// The anchors that a verifier needs to trust the signed data.
  package let anchors: [TestCertificate]
  private let flaws: [JWSFlaw]
  private let material: JWSMaterial

  /// A minter for data that is signed at one time.
  ///
  /// - Parameters:
  ///   - authority: signs the data.
  ///   - flaws: the flaws of the signed data.
  ///   - shape: the signer that is imitated.
  ///   - date: `YYYY-MM-DDThh:mm:ssZ`; the certificates are valid then.
  /// - Throws: ``MintError/impossible(_:)`` for a flaw that such data cannot have, ``MintError/openSSL(call:reason:)``.
  package init(
    _ authority: TestAuthority, flaws: [JWSFlaw] = [], shape: Shape, signedAt date: String
  ) throws(MintError) {
    self.flaws = flaws
    var options = ChainOptions(signedDataAt: date)
    for flaw in flaws { flaw.chain?(&options, date) }
    switch shape {
    case .apple:
      let chain = try authority.signedDataChain(options)
      // One file of anchors serves for signed data and for receipts.
      anchors = [try authority.root(), chain.root]
      material = JWSMaterial(authority: authority, chain: chain, certificates: chain.certificates, options: options)
    case .xcode:
      if let wrong = flaws.first(where: \.needsChain) {
        throw MintError.impossible("\(wrong.name) is about three certificates, which Xcode's signed data does not have")
      }
      let certificate = try authority.xcodeSignedDataCertificate(holdingAt: date)
      anchors = [certificate]
      material = JWSMaterial(
        authority: authority,
        chain: SigningChain(root: certificate, intermediate: certificate, signer: certificate, digest: .sha256),
        certificates: [certificate], options: options)
    }
  }

  /// Signs one description: the compact serialisation of RFC 7515 §7.1.
  ///
  /// - Throws: ``MintError/impossible(_:)`` for a flaw of the signed data inside, if the payload holds none;
  ///   ``MintError/openSSL(call:reason:)``.
  package func mint(_ description: JWSDescription) throws(MintError) -> String {
    var payload = description.payload
    for flaw in flaws { try flaw.payload?(&payload, material) }
    var octets = JWSMaterial.text(try material.signingWithin(payload))
    for flaw in flaws { flaw.octets?(&octets) }
    var header = JWSHeader(material)
    for flaw in flaws { try flaw.header?(&header, material) }
    var headerOctets = JWSMaterial.text(header.value)
    let input = Base64URL.encode(headerOctets) + "." + Base64URL.encode(octets)
    var signature = try header.signer.ellipticKey().sign(Array(input.utf8))
    for flaw in flaws { try flaw.signature?(&signature, Array(input.utf8), material) }
    for flaw in flaws { flaw.changed?(&headerOctets, &octets) }
    var parts = [headerOctets, octets, signature].map(Base64URL.encode)
    for flaw in flaws { flaw.parts?(&parts) }
    return parts.joined(separator: ".")
  }
}
