/// Signs one subject after another with one recipe. Keys and certificates are made once.
package struct ReceiptMinter: Sendable {
  /// The kind of the signed receipts.
  package enum Shape: Sendable {
    /// Receipts of Apple's servers.
    case apple
    /// Receipts of StoreKit testing in Xcode.
    case xcode
    /// Receipts of single transactions on iOS 6.
    case transaction

    /// The validity of the anchor of such receipts. No receipt from outside this period can be verified, whatever its
    /// other certificates are.
    package var validity: Validity { self == .xcode ? TestAuthority.xcodeValidity : Era.sha256.rootValidity }
  }

  /// The anchors that a verifier needs to trust these receipts.
  package let anchors: [TestCertificate]
  private let recipe: MintRecipe
  private let signing: Signing

  private enum Signing: Sendable {
    case envelope(EnvelopeMinter, FlawMaterial)
    case transaction(TransactionChain)
  }

  /// A minter for receipts of one form that are made at one time.
  ///
  /// - Parameters:
  ///   - authority: signs the receipts.
  ///   - recipe: how the receipts are signed and wrapped, and their flaws.
  ///   - shape: the form.
  ///   - creationDate: `YYYY-MM-DDThh:mm:ssZ`; the certificates are valid then.
  ///   - isSandbox: distinguishes eras in 2023 and 2024.
  /// - Throws: ``MintError/impossible(_:)`` for a flaw or an option that such receipts cannot have,
  ///   ``MintError/openSSL(call:reason:)``.
  package init(
    _ authority: TestAuthority, _ recipe: MintRecipe, shape: Shape, creationDate: String, isSandbox: Bool
  ) throws(MintError) {
    self.recipe = recipe
    let era = recipe.era ?? Era(at: creationDate, isSandbox: isSandbox)
    var options = ChainOptions(era, holdingAt: creationDate)
    for flaw in recipe.flaws {
      if shape != .apple && flaw.needsChain {
        throw MintError.impossible("\(flaw.name) is about three certificates, which such a receipt does not have")
      }
      if shape == .xcode && flaw.isUsualInXcode {
        throw MintError.impossible(
          "\(flaw.name) is not a flaw in Xcode, which counts transactions from 0 again and again")
      }
      if case .chain(let change) = flaw.change { change(&options, creationDate) }
    }
    switch shape {
    case .transaction:
      guard recipe.flaws.allSatisfy({ $0.ofTransaction != nil }) else {
        throw MintError.impossible("a transaction receipt can have the flaws bad-signature and changed-content only")
      }
      let version: TransactionVersion = era == .sha256 ? .four : era == .first ? .two : .three
      let chain = try authority.transactionChain(version, holdingAt: creationDate)
      signing = .transaction(chain)
      anchors = [chain.root, chain.issuer]
    case .xcode:
      let chain = SigningChain(selfSigned: try authority.xcodeCertificate())
      signing = .envelope(
        EnvelopeMinter(xcode: chain.signer), FlawMaterial(authority: authority, chain: chain, options: options))
      anchors = [chain.root]
    case .apple:
      let chain = try authority.chain(options)
      signing = .envelope(
        EnvelopeMinter(chain), FlawMaterial(authority: authority, chain: chain, options: options))
      // One file of anchors serves for receipts and for signed data.
      anchors = [chain.root, try authority.signedDataRoot()]
    }
  }

  /// Signs one subject.
  ///
  /// - Throws: ``MintError/impossible(_:)`` if the recipe cannot apply to this subject.
  package func mint(_ subject: MintSubject) throws(MintError) -> MintedOutput {
    switch (subject, signing) {
    case (.transaction(let transaction), .transaction(let chain)):
      guard recipe.extraAttributes.isEmpty, recipe.wrappings == 0, !recipe.isBER, recipe.digest == nil else {
        throw MintError.impossible(
          "a transaction receipt has no ASN.1 around it, no attributes and no choice of digest")
      }
      // Its only signature has one fault: of several flaws the first counts.
      return .transaction(try chain.mint(transaction, flaw: recipe.flaws.first?.ofTransaction))
    case (.receipt(var receipt), .envelope(let minter, let material)):
      receipt.extraAttributes += recipe.extraAttributes
      for flaw in recipe.flaws { if case .description(let change) = flaw.change { change(&receipt) } }
      return .receipt(try sign(try minter.envelope(receipt), material))
    case (.payload(let payload, _), .envelope(let minter, let material)):
      let changesDescription = recipe.flaws.contains { if case .description = $0.change { true } else { false } }
      guard recipe.extraAttributes.isEmpty, !changesDescription else {
        throw MintError.impossible("a list of attributes is minted as it is: nothing can be added to it")
      }
      return .receipt(try sign(minter.envelope(payload: payload), material))
    default: throw MintError.impossible("the press was set up for another kind of receipt")
    }
  }

  private func sign(_ envelope: SignedDataDescription, _ material: FlawMaterial) throws(MintError) -> [UInt8] {
    var envelope = envelope
    if let digest = recipe.digest { for index in envelope.signers.indices { envelope.signers[index].digest = digest } }
    // With pieces of this size most contents have several.
    if recipe.isBER, envelope.encoding == .der { envelope.encoding = .ber(chunkSize: 1_000) }
    envelope.wrappings = recipe.wrappings
    for flaw in recipe.flaws {
      if case .envelope(let change) = flaw.change { try change(&envelope, material) }
      guard case .signers(let change) = flaw.change else { continue }
      let content = envelope.content
      for index in envelope.signers.indices { try change(&envelope.signers[index], content, material) }
    }
    var bytes = try envelope.mint().bytes
    for flaw in recipe.flaws { if case .octets(let change) = flaw.change { change(&bytes) } }
    return bytes
  }
}
