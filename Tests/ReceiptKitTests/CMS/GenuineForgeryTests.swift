import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// Genuine parts in other places. What Apple signed stays authentic only where nothing that matters moved.
@Suite("Genuine receipts, rearranged", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
struct GenuineForgeryTests {
  private func judge(
    _ name: String = "sandbox-sha256-g5", anchors: [TestCertificate] = [],
    _ change: (inout RawEnvelope) throws -> Void
  ) throws -> (verdict: Authenticity.Verdict?, step: Authenticity.Step.Name?, authentic: Bool) {
    var envelope = try RawEnvelope(try RealReceipts.bytes(name))
    try change(&envelope)
    let decoder = InputDecoder(authenticator: Authenticator(anchors: try anchors.map(Mint.anchor)))
    let decoded = try decoder.decode(envelope.encoded)
    return (decoded.authenticity?.verdict, decoded.authenticity?.failedStep, decoded.judgement?.authenticReceipt != nil)
  }

  private func expect(
    _ verdict: Authenticity.Verdict, _ step: Authenticity.Step.Name?, _ name: String = "sandbox-sha256-g5",
    anchors: [TestCertificate] = [], location: SourceLocation = #_sourceLocation,
    _ change: (inout RawEnvelope) throws -> Void
  ) throws {
    let found = try judge(name, anchors: anchors, change)
    #expect(found.verdict == verdict, sourceLocation: location)
    #expect(found.step == step, sourceLocation: location)
    #expect(found.authentic == (verdict == .authentic), sourceLocation: location)
  }

  @Test("put together again by the tests", arguments: RealReceipts.sandbox)
  func again(_ name: String) throws {
    try expect(.authentic, nil, name) { _ in }
  }

  @Test("certificates in any order, twice, and with strangers")
  func certificates() throws {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [2, 2, 1, 1, 0, 0]] {
      try expect(.authentic, nil) { envelope in envelope.certificates = order.map { envelope.certificates[$0] } }
    }
    let stranger = try Mint.authority.unrelatedCertificate().der
    try expect(.authentic, nil) { $0.certificates = [stranger] + $0.certificates + [stranger] }
    try expect(.authentic, nil, anchors: [try Mint.authority.root()]) { _ in }
  }

  @Test("certificates missing")
  func missing() throws {
    let signed = try SignedData(try RealReceipts.bytes("sandbox-sha256-g5"))
    let signer = try #require(signed.signers.first?.certificateIndex)
    let root = try #require(signed.certificates.firstIndex { $0.issuer == $0.subject })
    let intermediate = try #require([0, 1, 2].first { $0 != signer && $0 != root })
    // Apple's root is pinned, whether or not it is embedded.
    try expect(.authentic, nil) { $0.certificates.remove(at: root) }
    try expect(.untrustedChain, .chain) { $0.certificates.remove(at: intermediate) }
    try expect(.untrustedChain, .signerCertificate) { $0.certificates.remove(at: signer) }
    try expect(.untrustedChain, .signerCertificate) { $0.certificates = [] }
    try expect(.unsigned, nil) { $0.signers = [] }
  }

  @Test("the SignerInfo names the intermediate or the root", arguments: RealReceipts.sandbox)
  func otherSigner(_ name: String) throws {
    let signed = try SignedData(try RealReceipts.bytes(name))
    let others = signed.certificates.indices.filter { $0 != signed.signers.first?.certificateIndex }
    #expect(others.count == 2)
    for index in others {
      let other = CertificateParts(signed.certificates[index].der)
      try expect(.wrongPurpose, .markerOIDs, name) {
        $0.signers[0].issuerAndSerialNumber = other.issuerAndSerialNumber
      }
    }
  }

  @Test("the content of another receipt of Apple's")
  func otherContent() throws {
    let other = try SignedData(try RealReceipts.bytes("sandbox-sha1-nine-purchases")).payload
    // Judged when both signers were valid at their own receipts' dates: only the signature can tell.
    var envelope = try RawEnvelope(try RealReceipts.bytes("sandbox-sha256-g5"))
    envelope.content = other
    var decoder = InputDecoder()
    decoder.judgingTime = try #require(ReceiptDate("2025-12-26T18:39:47Z")).instant
    let decoded = try decoder.decode(envelope.encoded)
    #expect(decoded.authenticity?.verdict == .badSignature)
    #expect(decoded.authenticity?.failedStep == .signature)
    try expect(.badSignature, .signature) { $0.content = DEREncoder.octetString($0.content ?? []) }
    try expect(.badSignature, .signature) {
      $0.signers[0].digest = TestOID.sha1
    }
  }

  @Test("a stranger signs as well, or first")
  func secondSigner() throws {
    let stranger = try Mint.authority.unrelatedCertificate()
    for position in [0, 1] {
      try expect(.untrustedChain, .chain) { envelope in
        let signature = try stranger.sign(envelope.content ?? [], digest: .sha256)
        envelope.signers.insert(RawSigner(naming: stranger.der, digest: .sha256, signature), at: position)
        envelope.certificates.insert(stranger.der, at: position)
      }
      try expect(.badSignature, .signature) { envelope in
        var bad = envelope.signers[0]
        bad.signature[10] ^= 1
        envelope.signers.insert(bad, at: position)
      }
    }
    try expect(.authentic, nil) { $0.signers += $0.signers }
  }

  @Test("a forger's chain beside the genuine root")
  func genuineRootAsDecoy() throws {
    let root = try RealReceipts.appleRoot().der
    let chain = try Mint.authority.chain()
    for first in [true, false] {
      var envelope = try RawEnvelope(try EnvelopeMinter(chain).mint(.sandboxSample()).bytes)
      envelope.certificates.insert(root, at: first ? 0 : envelope.certificates.count)
      let alone = try InputDecoder().decode(envelope.encoded)
      #expect(alone.authenticity?.verdict == .untrustedChain && alone.authenticity?.failedStep == .chain)
      #expect(alone.authenticity?.reason.contains("Apple Root CA") == true)
      let vouched = try Mint.decoder(trusting: chain.root).decode(envelope.encoded)
      #expect(vouched.authenticity?.verdict == .testSigned)
      #expect(vouched.authenticity?.anchor?.origin == .user)
      #expect(vouched.judgement?.authenticReceipt == nil)
    }
  }

  /// The names of Apple's certificates are public; their keys are not.
  @Test("a forger's chain under Apple's names")
  func applesNames() throws {
    let genuine = try SignedData(try RealReceipts.bytes("sandbox-sha256-g5"))
    let root = CertificateParts(try RealReceipts.appleRoot().der)
    let intermediate = try #require(
      genuine.certificates.first { $0.commonName?.contains("Developer Relations") ?? false })
    let appleIntermediate = CertificateParts(intermediate.der)

    func forged(_ label: String, isAuthority: Bool, _ markers: [OID]) throws -> TestCertificate {
      try Mint.certificate(label, by: try Mint.authority.root(), markers: markers) {
        // Without key identifiers nothing but names and signatures ties certificates to each other.
        $0.hasKeyIdentifiers = false
        $0.isAuthority = isAuthority
        if isAuthority { $0.keyUsage = .certificateSigning }
      }
    }
    let rootHolder = try forged("forged root", isAuthority: true, [])
    let middleHolder = try forged("forged middle", isAuthority: true, [.intermediateMarker])
    let signerHolder = try forged("forged signer", isAuthority: false, [.receiptSignerMarker])
    var fakeRoot = CertificateParts(rootHolder.der)
    (fakeRoot.issuer, fakeRoot.subject) = (root.subject, root.subject)
    var fakeMiddle = CertificateParts(middleHolder.der)
    (fakeMiddle.issuer, fakeMiddle.subject) = (root.subject, appleIntermediate.subject)
    var fakeSigner = CertificateParts(signerHolder.der)
    fakeSigner.issuer = appleIntermediate.subject
    let signer = try fakeSigner.signed(by: middleHolder)
    let forgedChain = [signer, try fakeMiddle.signed(by: rootHolder), try fakeRoot.signed(by: rootHolder)]
    let genuineChain = genuine.certificates.map(\.der)

    let payload = try ReceiptDescription.sandboxSample().payload()
    let signature = try signerHolder.sign(payload, digest: .sha256)
    let rootFirst = [try RealReceipts.appleRoot().der]
    let sets: [[[UInt8]]] = [
      forgedChain, forgedChain + rootFirst, rootFirst + forgedChain, forgedChain + genuineChain,
      genuineChain + forgedChain, [signer] + genuineChain,
    ]
    for certificates in sets {
      let envelope = RawEnvelope(
        content: payload, certificates: certificates, signers: [RawSigner(naming: signer, digest: .sha256, signature)])
      let decoded = try InputDecoder().decode(envelope.encoded)
      #expect(decoded.authenticity?.verdict == .untrustedChain)
      #expect(decoded.authenticity?.failedStep == .chain)
      #expect(decoded.judgement?.authenticReceipt == nil)
    }
    // The forgery is sound in itself: with its own root as anchor it holds.
    let anchor = TrustAnchor(try Certificate(der: forgedChain[2]))
    let sound = RawEnvelope(
      content: payload, certificates: forgedChain, signers: [RawSigner(naming: signer, digest: .sha256, signature)])
    let decoded = try InputDecoder(authenticator: Authenticator(anchors: [anchor])).decode(sound.encoded)
    #expect(decoded.authenticity?.verdict == .testSigned)
  }

  /// Every anchor costs a search through all certificates, so that ten thousand copies once cost minutes.
  @Test("copies of Apple's root are one anchor")
  func manyRoots() throws {
    let root = try RealReceipts.appleRoot()
    let stranger = try Certificate(der: try Mint.authority.root().der)
    #expect(AppleRoots.anchors(among: [stranger, root, root, stranger, root]).map(\.certificate.der) == [root.der])
    #expect(AppleRoots.anchors(among: [stranger]).map(\.certificate.der) == [root.der])
  }
}
