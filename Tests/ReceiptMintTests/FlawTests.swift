import ReceiptMint
import TestSupport
import Testing

/// Every flaw is rejected by `openssl cms -verify`, for the reason that it was minted for.
struct FlawTests {
  private func expectRejected(
    _ reason: String, options: ChainOptions = ChainOptions(), at time: String = Era.sha256.sampleDate,
    location: SourceLocation = #_sourceLocation,
    _ change: (inout SignedDataDescription, SigningChain) throws -> Void = { _, _ in }
  ) throws {
    let chain = try Shared.authority.chain(options)
    var envelope = try EnvelopeMinter(chain).envelope(.sandboxSample())
    try change(&envelope, chain)
    let outcome = try OpenSSLCommand.verify(try envelope.mint(), anchor: chain.root, at: time)
    #expect(outcome.status != 0, sourceLocation: location)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)", sourceLocation: location)
  }

  @Test func flippedSignature() throws {
    try expectRejected("verification failure") { envelope, _ in envelope.signers[0].flaw = .flippedSignature }
  }

  @Test func contentChangedAfterSigning() throws {
    try expectRejected("verification failure") { envelope, _ in envelope.signers[0].flaw = .signedOther([1, 2, 3]) }
  }

  @Test func contentChangedUnderSignedAttributes() throws {
    try expectRejected("CMS_SignerInfo_verify_content:verification failure") { envelope, _ in
      envelope.signers[0].signingTime = Era.sha256.sampleDate
      envelope.signers[0].flaw = .signedOther([1, 2, 3])
    }
  }

  @Test func keyOfAnother() throws {
    try expectRejected("verification failure") { envelope, chain in envelope.signers[0].keyHolder = chain.root }
  }

  @Test func oneBadSignerOfTwo() throws {
    try expectRejected("verification failure") { envelope, _ in
      envelope.signers.append(envelope.signers[0])
      envelope.signers[1].flaw = .flippedSignature
    }
  }

  @Test func unsigned() throws {
    try expectRejected("no signers") { envelope, _ in envelope.signers = [] }
  }

  @Test func signerNotEmbedded() throws {
    try expectRejected("signer certificate not found") { envelope, chain in
      envelope.certificates = [chain.intermediate, chain.root]
    }
    try expectRejected("signer certificate not found") { envelope, _ in envelope.certificates = [] }
  }

  @Test func signerInfoNamesAnother() throws {
    try expectRejected("signer certificate not found") { envelope, _ in
      envelope.signers[0].certificate = try Shared.authority.unrelatedCertificate()
    }
  }

  @Test func intermediateNotEmbedded() throws {
    try expectRejected("unable to get local issuer certificate") { envelope, chain in
      envelope.certificates = [chain.signer, chain.root]
    }
  }

  @Test(arguments: ChainOptions.WrongIntermediate.allCases)
  func wrongIntermediate(kind: ChainOptions.WrongIntermediate) throws {
    var options = ChainOptions()
    options.wrongIntermediate = kind
    try expectRejected("unable to get local issuer certificate", options: options)
  }

  @Test func intermediateMayNotIssue() throws {
    var options = ChainOptions()
    options.intermediateIsAuthority = false
    try expectRejected("invalid CA certificate", options: options)
  }

  @Test func expired() throws {
    try expectRejected("certificate has expired", at: "2026-08-23T14:50:03Z")
    try expectRejected("certificate is not yet valid", at: "2024-07-24T14:50:02Z")
    var options = ChainOptions()
    options.intermediateValidity.notAfter = "2025-01-01T00:00:00Z"
    try expectRejected("certificate has expired", options: options)
    options = ChainOptions()
    options.rootValidity.notAfter = "2025-01-01T00:00:00Z"
    try expectRejected("certificate has expired", options: options)
  }

  @Test func anotherRoot() throws {
    let other = try TestAuthority(seed: "another", keySize: .bits1024)
    let receipt = try EnvelopeMinter(try Shared.authority.chain()).mint(.sandboxSample())
    let outcome = try OpenSSLCommand.verify(receipt, anchor: try other.root(), at: Era.sha256.sampleDate)
    #expect(outcome.status != 0)
    // Only names match: OpenSSL finds the embedded root, which it does not trust.
    #expect(outcome.errors.contains("self-signed certificate in certificate chain"), "\(outcome.errors)")
  }

  @Test(arguments: ["", "2025-01-01", "2025-01-01T00:00:00+0000", "2025-01-01 00:00:00Z", "２025-01-01T00:00:00Z"])
  func timeOfAnotherShape(text: String) throws {
    var options = ChainOptions()
    options.signerValidity.notAfter = text
    let authority = try Shared.authority
    #expect(throws: MintError.invalidTime(text)) { try authority.chain(options) }
  }
}
