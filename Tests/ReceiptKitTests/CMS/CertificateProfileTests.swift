import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// Receipts under chains that break a rule of RFC 5280, each with the words of the step that fails. For signed data the
/// same is compared with another library's judgement (Tests/Fixtures/certificate_profiles.py).
@Suite("Certificate profile")
struct CertificateProfileTests {
  /// One broken rule.
  struct Departure: Sendable, CustomTestStringConvertible {
    let name: String
    let words: String
    var verdict = Authenticity.Verdict.untrustedChain
    let change: @Sendable (inout CertificateParts) -> Void

    var testDescription: String { name }
  }

  private static let extendedKeyUsage = OID(2, 5, 29, 37)

  private static func encoded(_ identifier: OID, _ value: [UInt8]) -> [UInt8] {
    DEREncoder.sequence(DEREncoder.objectIdentifier(identifier), DEREncoder.octetString(value))
  }

  private static func version(_ number: Int64) -> Departure {
    Departure(name: "version \(number)", words: "has version \(number), where it has to be 3") {
      $0.elements[0] = DEREncoder.context(0, DEREncoder.integer(number - 1))
    }
  }

  private static func serialNumber(_ octets: [UInt8], _ words: String) -> Departure {
    Departure(name: "serial number \(octets.prefix(2))", words: words) {
      $0.elements[1] = DEREncoder.element(0x02, octets)
    }
  }

  private static func appending(
    _ name: String, _ extensions: [UInt8], _ words: String, _ verdict: Authenticity.Verdict = .untrustedChain
  ) -> Departure {
    Departure(name: name, words: words, verdict: verdict) { $0.append(extension: extensions) }
  }

  static let departures = [
    version(1), version(2), version(4), version(11),
    serialNumber([0], "has a serial number that is not positive"),
    serialNumber([0xFF], "has a serial number that is not positive"),
    serialNumber([1] + [UInt8](repeating: 0, count: 20), "has a serial number of 21 octets"),
    Departure(name: "a length in more octets than it needs", words: "is not in DER") {
      let body = $0.elements[4].dropFirst(2)
      $0.elements[4] = [0x30, 0x81, UInt8(body.count)] + body
    },
    appending(
      "critical FALSE, written out",
      DEREncoder.sequence(
        DEREncoder.objectIdentifier(OID(1, 2, 3, 4)), [0x01, 0x01, 0x00], DEREncoder.octetString([0x05, 0x00])),
      "is not in DER"),
    appending(
      "an extension twice", encoded(OID(1, 2, 3, 4), [0x05, 0x00]) + encoded(OID(1, 2, 3, 4), [0x05, 0x00]),
      "has the extension 1.2.3.4 twice"),
    // inhibitAnyPolicy, with a length in more octets than it needs.
    appending(
      "an extension of the standard that is not DER", encoded(OID(2, 5, 29, 54), [0x02, 0x81, 0x01, 0x00]),
      "has the extension 2.5.29.54, which is not in DER"),
    // They exclude a host, which no certificate here names.
    appending(
      "name constraints that are not critical",
      encoded(OID(2, 5, 29, 30), [0x30, 0x07, 0xA1, 0x05, 0x30, 0x03, 0x82, 0x01, 0x78]),
      "has name constraints, which have to be critical and an authority's"),
    appending(
      "another purpose",
      encoded(extendedKeyUsage, DEREncoder.sequence(DEREncoder.objectIdentifier(OID(1, 3, 6, 1, 5, 5, 7, 3, 1)))),
      "is for other purposes (extended key usage 1.3.6.1.5.5.7.3.1; RFC 5280, 4.2.1.12)", .wrongPurpose),
  ]

  private static func judge(
    signer: [UInt8], intermediate: [UInt8], _ chain: SigningChain, origin: TrustAnchor.Origin = .user
  ) throws -> Authenticity {
    let payload = try ReceiptDescription.sandboxSample().payload()
    let signature = try chain.signer.sign(payload, digest: .sha256)
    let bytes = RawEnvelope(
      content: payload, certificates: [signer, intermediate, chain.root.der],
      signers: [RawSigner(naming: signer, digest: .sha256, signature)]
    ).encoded
    let anchor = TrustAnchor(try Certificate(der: chain.root.der), origin: origin)
    let decoder = InputDecoder(authenticator: Authenticator(anchors: [anchor]))
    let judged = try #require(try decoder.decode(bytes).authenticity)
    // What is remembered says the same.
    let worker = ReceiptWorker(decoder)
    for _ in 0..<3 { #expect(try worker.decode(bytes).authenticity?.steps == judged.steps) }
    return judged
  }

  @Test("a signer or an intermediate that breaks a rule is refused, with the rule", arguments: departures)
  func broken(_ departure: Departure) throws {
    let chain = try Mint.authority.chain()
    for isSigner in [true, false] {
      var parts = CertificateParts((isSigner ? chain.signer : chain.intermediate).der)
      departure.change(&parts)
      let changed = try parts.signed(by: isSigner ? chain.intermediate : chain.root)
      let judged = try Self.judge(
        signer: isSigner ? changed : chain.signer.der, intermediate: isSigner ? chain.intermediate.der : changed, chain)
      #expect(judged.verdict == departure.verdict, "\(judged.reason)")
      #expect(judged.failedStep == (departure.verdict == .wrongPurpose ? .markerOIDs : .chain))
      #expect(judged.reason.contains(departure.words), "\(judged.reason)")
    }
    let sound = try Self.judge(signer: chain.signer.der, intermediate: chain.intermediate.der, chain)
    #expect(sound.verdict == .testSigned)
  }

  @Test("any purpose is one for receipts; key usage without signatures is none")
  func purposes() throws {
    let chain = try Mint.authority.chain()
    var open = CertificateParts(chain.signer.der)
    let purposes = [OID(1, 3, 6, 1, 5, 5, 7, 3, 1), OID(2, 5, 29, 37, 0)].map { DEREncoder.objectIdentifier($0) }
    open.append(extension: Self.encoded(Self.extendedKeyUsage, DEREncoder.sequence(purposes)))
    let signer = try open.signed(by: chain.intermediate)
    let judged = try Self.judge(signer: signer, intermediate: chain.intermediate.der, chain)
    #expect(judged.verdict == .testSigned, "\(judged.reason)")

    let mute = try Mint.certificate("mute", by: chain.intermediate) { $0.keyUsage = .revocationListSigning }
    let minted = SigningChain(root: chain.root, intermediate: chain.intermediate, signer: mute, digest: .sha256)
    let refused = try Self.judge(signer: mute.der, intermediate: chain.intermediate.der, minted)
    #expect(refused.verdict == .wrongPurpose && refused.reason.contains("digitalSignature"), "\(refused.reason)")
  }

  /// OpenSSL's own strict checks (X509_V_FLAG_X509_STRICT), which every chain of Apple's passes.
  @Test("a chain under a pinned root is held against RFC 5280 to the letter")
  func pinned() throws {
    let chain = try Mint.authority.chain()
    let signer = try Mint.certificate("without identifiers", by: chain.intermediate) { $0.hasKeyIdentifiers = false }
    let minted = SigningChain(root: chain.root, intermediate: chain.intermediate, signer: signer, digest: .sha256)
    let user = try Self.judge(signer: signer.der, intermediate: chain.intermediate.der, minted)
    #expect(user.verdict == .testSigned, "\(user.reason)")
    let pinned = try Self.judge(signer: signer.der, intermediate: chain.intermediate.der, minted, origin: .pinned)
    #expect(pinned.verdict == .untrustedChain && pinned.failedStep == .chain)
    #expect(pinned.reason.lowercased().contains("authority key identifier"), "\(pinned.reason)")
  }
}
