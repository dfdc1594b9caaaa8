import ReceiptMint
import TestSupport
import Testing

/// Every unflawed shape is accepted by `openssl cms -verify`, which puts out the content that was minted.
struct EnvelopeTests {
  private func expectAccepted(
    _ envelope: SignedDataDescription, anchor: TestCertificate, at time: String,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try OpenSSLCommand.verify(try envelope.mint(), anchor: anchor, at: time)
    #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: location)
    #expect(outcome.output == envelope.content, sourceLocation: location)
  }

  /// A receipt of one purchase in Apple's shape, changed by `change`, is accepted.
  private func expectAccepted(
    _ era: Era = .sha256, location: SourceLocation = #_sourceLocation,
    _ change: (inout SignedDataDescription, SigningChain) throws -> Void
  ) throws {
    let chain = try Shared.authority.chain(ChainOptions(era))
    var receipt = ReceiptDescription.sandboxSample(era)
    receipt.inApp = [.subscriptionSample()]
    var envelope = try EnvelopeMinter(chain).envelope(receipt)
    try change(&envelope, chain)
    try expectAccepted(envelope, anchor: chain.root, at: era.sampleDate, location: location)
  }

  @Test(arguments: Era.allCases) func appleShape(era: Era) throws {
    try expectAccepted(era) { _, _ in }
  }

  @Test func keysOf2048Bits() throws {
    let authority = try TestAuthority(seed: "receipt-mint tests")
    let chain = try authority.chain()
    #expect(chain.signer.keyBits == 2048)
    let envelope = try EnvelopeMinter(chain).envelope(.sandboxSample())
    try expectAccepted(envelope, anchor: chain.root, at: Era.sha256.sampleDate)
  }

  @Test func xcodeShape() throws {
    let certificate = try Shared.authority.xcodeCertificate()
    let envelope = try EnvelopeMinter(xcode: certificate).envelope(.xcodeSample)
    try expectAccepted(envelope, anchor: certificate, at: "2023-10-19T01:45:40Z")
    let listing = try OpenSSLCommand.run(
      ["asn1parse", "-inform", "DER", "-in", "receipt"], files: ["receipt": try envelope.mint().bytes])
    #expect(listing.status == 0, "\(listing.errors)")
    #expect(listing.text.contains("l=inf"))
    #expect(listing.text.contains("EOC"))
    #expect(listing.text.contains(":StoreKit"))
  }

  @Test(arguments: [1, 7, 1000, .max]) func indefiniteLengthsInChunks(of size: Int) throws {
    try expectAccepted { envelope, _ in envelope.encoding = .ber(chunkSize: size) }
  }

  @Test(arguments: [1, 2], [SignedDataDescription.Encoding.der, .ber(chunkSize: 100)])
  func wrappedPayload(times: Int, encoding: SignedDataDescription.Encoding) throws {
    try expectAccepted { envelope, _ in
      envelope.wrappings = times
      envelope.encoding = encoding
      #expect(envelope.content.count > envelope.payload.count)
      #expect(envelope.content.suffix(envelope.payload.count) == envelope.payload[...])
    }
  }

  @Test(arguments: Era.allCases) func signedAttributes(era: Era) throws {
    try expectAccepted(era) { envelope, _ in
      envelope.signers[0].signingTime = era.sampleDate
      envelope.signers[0].namesDigestWithRSA = true
    }
  }

  @Test(arguments: Digest.allCases, [false, true])
  func digestsAndAlgorithms(digest: Digest, namesDigestWithRSA: Bool) throws {
    try expectAccepted { envelope, _ in
      envelope.signers[0].digest = digest
      envelope.signers[0].namesDigestWithRSA = namesDigestWithRSA
    }
  }

  @Test func severalSigners() throws {
    try expectAccepted { envelope, chain in
      var second = SignerDescription(chain.intermediate, digest: .sha1)
      second.signingTime = "2025-12-26T18:39:47Z"
      envelope.signers.append(second)
    }
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func orderOfCertificates(order: [Int]) throws {
    try expectAccepted { envelope, chain in
      envelope.certificates = order.map { chain.certificates[$0] }
      let listing = try OpenSSLCommand.run(
        ["pkcs7", "-inform", "DER", "-print_certs", "-in", "receipt"], files: ["receipt": try envelope.mint().bytes])
      let pems = listing.text.split(separator: "-----BEGIN").dropFirst().map { "-----BEGIN" + $0 }
      #expect(pems.count == 3)
      #expect(zip(pems, envelope.certificates).allSatisfy { $0.hasPrefix($1.pem) })
    }
  }

  @Test func withoutRootAndWithUnrelatedCertificates() throws {
    try expectAccepted { envelope, chain in envelope.certificates = [chain.signer, chain.intermediate] }
    try expectAccepted { envelope, _ in
      envelope.certificates.insert(try Shared.authority.unrelatedCertificate(1), at: 0)
      envelope.certificates.append(try Shared.authority.unrelatedCertificate(2))
    }
  }

  @Test func base64IsThatOfOpenSSL() throws {
    for count in 0...9 {
      let envelope = SignedDataDescription(payload: Array(repeating: 0xFB, count: count), certificates: [], signers: [])
      let receipt = try envelope.mint()
      let theirs = try OpenSSLCommand.run(["base64", "-A", "-in", "receipt"], files: ["receipt": receipt.bytes])
      #expect(theirs.text == receipt.base64)
    }
  }
}
