import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// The steps that envelopes and transaction receipts share.
@Suite("Transaction receipt: steps of a proof")
struct TransactionReceiptProofTests {
  /// Every failure of an envelope names its own step, and every step has one outcome, in the order of the declaration.
  @Test func envelopeFailures() throws {
    let authority = try TransactionReceiptFixture.authority
    var unmarked = ChainOptions(.sha256)
    unmarked.hasSignerMarker = false
    var unmarkedIssuer = ChainOptions(.sha256)
    unmarkedIssuer.hasIntermediateMarker = false
    let date = try #require(ReceiptDate(Era.sha256.sampleDate)).instant
    let none = Instant(milliseconds: 0)
    let rows: [(ChainOptions, SignerDescription.Flaw?, Bool, Instant, Authenticity.Verdict, Authenticity.Step.Name?)] =
      [
        (ChainOptions(.sha256), nil, true, date, .testSigned, nil),
        (ChainOptions(.sha256), nil, false, date, .untrustedChain, .chain),
        (ChainOptions(.sha256), nil, true, none, .outsideValidity, .validity),
        (unmarked, nil, true, date, .wrongPurpose, .markerOIDs),
        (unmarkedIssuer, nil, true, date, .wrongPurpose, .markerOIDs),
        (ChainOptions(.sha256), .flippedSignature, true, date, .badSignature, .signature),
        // Unlike with transaction receipts the signature is not looked at without a chain.
        (ChainOptions(.sha256), .flippedSignature, false, date, .untrustedChain, .chain),
      ]
    for (options, flaw, isAnchored, moment, verdict, failed) in rows {
      let chain = try authority.chain(options)
      var envelope = try EnvelopeMinter(chain).envelope(.sandboxSample())
      envelope.signers[0].flaw = flaw
      let minted = try envelope.mint()
      let anchors = isAnchored ? [try TransactionReceiptFixture.anchor(chain.root)] : []
      let judged = Authenticator(anchors: anchors).authenticate(
        try SignedData(minted.bytes), judgedAt: Authenticity.JudgedAt(moment, source: .override))
      #expect(judged.verdict == verdict, "\(judged.reason)")
      #expect(judged.steps.map(\.name) == Authenticity.Step.Name.allCases)
      #expect(judged.steps.filter { $0.outcome == .failed }.map(\.name) == [failed].compactMap { $0 })
    }
  }

  /// Under a pinned root the issuer, though the user gave it, has to be marked as Apple's. (No test can have Apple's
  /// keys: here a test root takes the place of the pinned one.)
  @Test func pinnedRoots() throws {
    let storeMarker = OID(1, 2, 840, 113635, 100, 6, 2, 2)
    for (version, markers, verdict): (TransactionVersion, [OID], Authenticity.Verdict) in [
      (.two, [storeMarker], .authentic), (.two, [.intermediateMarker], .wrongPurpose), (.two, [], .wrongPurpose),
      (.three, [.intermediateMarker], .authentic), (.three, [storeMarker], .wrongPurpose),
      (.four, [.intermediateMarker], .authentic), (.four, [], .wrongPurpose),
    ] {
      let authority = try TransactionReceiptFixture.authority
      let root = try authority.root()
      var template = CertificateTemplate(
        subject: DistinguishedName(role: "Issuer"), keyLabel: "pinned issuer",
        validity: Validity("2011-05-19T18:31:30Z", "2030-05-18T18:31:30Z"), digest: .sha1)
      template.isAuthority = true
      template.keyUsage = [.certificateSigning]
      template.markers = markers
      let issuer = try authority.issue(template, by: root)
      template.subject = DistinguishedName(role: "Signer")
      template.keyLabel = "pinned signer"
      template.isAuthority = false
      template.keyUsage = .digitalSignature
      template.markers = [.transactionSignerMarker]
      let signer = try Certificate(der: try authority.issue(template, by: issuer).der)
      let moment = TransactionReceiptFixture.instant(version)
      var proof = EnvelopeVerification(
        certificates: [signer], judgedAt: Authenticity.JudgedAt(moment, source: .purchaseDate))
      let pinned = TrustAnchor(try Certificate(der: root.der), origin: .pinned)
      let known = try #require(TransactionReceiptSignature.Version(rawValue: version.rawValue))
      let rules = known.rules(links: [try Certificate(der: issuer.der), pinned.certificate])
      let rejection = proof.judgeChain(from: signer, to: [pinned], rules: rules)
      let judged = rejection.map { proof.authenticity(after: $0) } ?? proof.accepted()
      #expect(judged.verdict == verdict, "\(version) \(markers) \(judged.reason)")
      #expect(judged.chain.count == 3)
    }
  }
}
