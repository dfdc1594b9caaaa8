/// Signs receipts, by default in the form of Apple's servers or of Xcode.
///
///     let authority = try TestAuthority(seed: "my tests", keySize: .bits1024)
///     let minter = EnvelopeMinter(try authority.chain())
///     let receipt = try minter.mint(.sandboxSample())               // unflawed
///     var envelope = try minter.envelope(.sandboxSample())          // or flawed
///     envelope.signers[0].flaw = .flippedSignature
///     let forged = try envelope.mint()
public struct EnvelopeMinter: Sendable {
  private let template: SignedDataDescription

  /// Signs as Apple's servers do: definite lengths; signer, intermediate and root embedded; the digest of the chain's
  /// era.
  public init(_ chain: SigningChain) {
    template = SignedDataDescription(
      payload: [], certificates: chain.certificates, signers: [SignerDescription(chain.signer, digest: chain.digest)])
  }

  /// Signs as StoreKit testing in Xcode does: indefinite lengths, one certificate, SHA-256 named in the signature
  /// algorithm.
  package init(xcode certificate: TestCertificate) {
    var signer = SignerDescription(certificate, digest: .sha256)
    signer.namesDigestWithRSA = true
    var template = SignedDataDescription(payload: [], certificates: [certificate], signers: [signer])
    template.encoding = .ber(chunkSize: .max)
    self.template = template
  }

  /// The unsigned envelope for a receipt. Change the part under test, then call ``SignedDataDescription/mint()``.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)`` if a device hash cannot be computed.
  package func envelope(_ receipt: ReceiptDescription) throws(MintError) -> SignedDataDescription {
    envelope(payload: try receipt.payload())
  }

  /// The envelope for any payload octets.
  package func envelope(payload: [UInt8]) -> SignedDataDescription {
    var envelope = template
    envelope.payload = payload
    return envelope
  }

  /// Signs a receipt.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)``.
  public func mint(_ receipt: ReceiptDescription) throws(MintError) -> MintedReceipt {
    try envelope(receipt).mint()
  }
}
