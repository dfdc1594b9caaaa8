import Foundation
import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptReading

/// Apple's chains that are compiled in are those that the full verification finds among the samples, and nothing that differs from
/// them by an octet is taken for one.
@Suite("Known chains")
struct KnownChainTests {
  private static let table = "Sources/ReceiptReading/Trust/KnownCertificates.swift"

  /// All certificates that are here, oldest first.
  private static func certificates() throws -> [Certificate] {
    try Samples.certificates.names().filter { $0.hasSuffix(".der") }
      .map { try Certificate(der: try Samples.certificates.read($0)) }
      .sorted { ($0.notBefore?.milliseconds ?? 0) < ($1.notBefore?.milliseconds ?? 0) }
  }

  /// A chain that holds in the full verification, but for the signature over a receipt.
  private struct Verified {
    let certificates: [Certificate]
    let envelope: [UInt8]
    /// The judgement up to the signature, in the middle of the validity.
    let steps: [Authenticity.Step]
    let judgedAt: Authenticity.JudgedAt
  }

  /// Every chain of three that Apple's envelopes may have, in their order: signer, intermediate, root.
  private static func verified() throws -> [Verified] {
    let all = try certificates()
    let roots = all.filter { $0.sha256Fingerprint == AppleRoots.fingerprints[0] }
    let signers = all.filter { $0.markerOIDs.contains(MarkerOID.receiptSigning) }
    let intermediates = all.filter { $0.markerOIDs.contains(MarkerOID.developerRelations) }
    var found: [Verified] = []
    for root in roots {
      for signer in signers {
        for intermediate in intermediates {
          let set = [signer, intermediate, root]
          guard let validity = CertificateChain.validity(of: set) else { continue }
          let middle = (validity.lowerBound.milliseconds + validity.upperBound.milliseconds) / 2_000 * 1_000
          let judgedAt = Authenticity.JudgedAt(Instant(milliseconds: middle), source: .receiptCreationDate)
          var proof = EnvelopeVerification(certificates: set, judgedAt: judgedAt)
          guard proof.judgeChain(from: signer, to: AppleRoots.anchors(among: set), rules: .appReceipt) == nil,
            proof.accepted().chain.map(\.der) == set.map(\.der)
          else { continue }
          found.append(
            Verified(
              certificates: set, envelope: try envelope(set, judgedAt.instant), steps: proof.accepted().steps,
              judgedAt: judgedAt))
        }
      }
    }
    return found
  }

  /// An envelope with these certificates, and a signature that is none.
  private static func envelope(_ certificates: [Certificate], _ date: Instant) throws -> [UInt8] {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.creationDate = date.rfc3339
    let signer = RawSigner(
      naming: certificates[0].der, digest: .sha256, [UInt8](repeating: 1, count: 256))
    return RawEnvelope(
      content: try receipt.payload(), certificates: certificates.map(\.der), signers: [signer]
    ).encoded
  }

  private static func layout(_ bytes: [UInt8]) throws -> EnvelopeLayout {
    let layout = EnvelopeLayout(bytes.span.bytes)
    return try #require(layout)
  }

  /// The modulus and the exponent of an RSA key, read from the certificate without OpenSSL.
  ///
  ///     TBSCertificate: [0] version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo, ...
  ///     SubjectPublicKeyInfo ::= SEQUENCE { algorithm, BIT STRING { RSAPublicKey ::= SEQUENCE { modulus, exponent } } }
  private static func key(of certificate: Certificate) throws -> (modulus: [UInt8], exponent: UInt) {
    let der = certificate.der
    func children(_ range: Range<Int>) throws -> [Range<Int>] {
      var cursor = ASN1Cursor(range)
      var found: [Range<Int>] = []
      while !cursor.isAtEnd {
        let header = try cursor.next(der.span)
        found.append(header.contents)
      }
      return found
    }
    let whole = try children(0..<certificate.der.count)
    let contents = try children(try children(whole[0])[0])
    let bits = try children(contents[6])[1]
    let numbers = try children(try children((bits.lowerBound + 1)..<bits.upperBound)[0])
    let modulus = Array(certificate.der[numbers[0]].drop { $0 == 0 })
    return (modulus, certificate.der[numbers[1]].reduce(0) { $0 << 8 | UInt($1) })
  }

  // MARK: - The table

  /// The source of the table, from the full verification.
  private static func source() throws -> String {
    var rows = ""
    for certificate in try certificates() {
      let isSigner = certificate.markerOIDs.contains(MarkerOID.receiptSigning)
      let key = try key(of: certificate)
      rows += """
          static let \(name(certificate)) = KnownCertificate(
            fingerprint: "\(certificate.sha256Fingerprint)",
            subject: "\(certificate.subject)",
            issuer: "\(certificate.issuer)",
            commonName: "\(try #require(certificate.commonName))",
            serialNumber: "\(certificate.serialNumber)",
            notBefore: \(certificate.notBefore?.milliseconds ?? 0), notAfter: \(certificate.notAfter?.milliseconds ?? 0),
            markerOIDs: \(certificate.markerOIDs),
            modulus: "\(isSigner ? Base64.encode(key.modulus) : "")",
            exponent: \(key.exponent))

        """
    }
    let chains = try verified().map { chain in
      let bytes = chain.envelope.span.bytes
      let digest = KnownChain.digest(try layout(chain.envelope), in: bytes)
      return "    KnownChain(\n      \"\(digest)\",\n      "
        + chain.certificates.map(name).joined(separator: ", ") + "),"
    }
    return """
      // Written by Scripts/known-chains; not to be changed by hand.
      // swift-format-ignore-file

      /// Apple's certificates and chains, as genuine receipts have them.
      enum KnownCertificates {
        static let chains = [
      \(chains.joined(separator: "\n"))
        ]

      \(rows)}

      """
  }

  private static func name(_ certificate: Certificate) -> String {
    "certificate\(certificate.sha256Fingerprint.prefix(16))"
  }

  private static let missing = Comment(rawValue: Samples.certificates.missing)

  @Test(
    "the table is what the full verification gives", .enabled(if: Samples.certificates.areHere, missing))
  func table() throws {
    let source = try Self.source()
    if ProcessInfo.processInfo.environment["RECORD_KNOWN_CHAINS"] != nil {
      try source.write(to: PackageFiles.root.appendingPathComponent(Self.table), atomically: true, encoding: .utf8)
    }
    #expect(String(decoding: try PackageFiles.read(Self.table), as: UTF8.self) == source)
    #expect(try Self.verified().count >= 8)
  }

  @Test(
    "every known chain has the values and the steps of the full verification",
    .enabled(if: Samples.certificates.areHere, missing))
  func entries() throws {
    let verified = try Self.verified()
    #expect(KnownCertificates.chains.count == verified.count)
    for chain in verified {
      let bytes = chain.envelope.span.bytes
      let envelope = try Self.layout(chain.envelope)
      let found = KnownChain(envelope, in: bytes)
      let known = try #require(found)
      let listed = known.certificates(envelope, in: bytes)
      let certificates = try #require(listed)
      for (short, full) in zip(certificates, chain.certificates) {
        #expect(short.der == full.der)
        #expect(short.sha256Fingerprint == hexadecimal(DigestAlgorithm.sha256.digest(short.der)))
        #expect([short.subject, short.issuer, short.serialNumber] == [full.subject, full.issuer, full.serialNumber])
        #expect(short.commonName == full.commonName && short.markerOIDs == full.markerOIDs)
        #expect(short.notBefore == full.notBefore && short.notAfter == full.notAfter)
        #expect(full.weakness == nil && full.commonName?.contains("Attest") == false)
        // What is not in the table is asked of OpenSSL.
        #expect(short.weakness == nil && short.isSelfSigned == full.isSelfSigned)
      }
      let signer = try #require(known.certificates.first)
      let key = try Self.key(of: chain.certificates[0])
      #expect(Array(signer.modulus.utf8) == Array(Base64.encode(key.modulus).utf8) && signer.exponent == key.exponent)
      var proof = EnvelopeVerification(certificates: certificates, judgedAt: chain.judgedAt)
      let anchor = TrustAnchor(try #require(certificates.last), origin: .pinned)
      #expect(proof.judgeChain(known: CertificateChain(known: certificates, to: anchor), rules: .appReceipt) == nil)
      #expect(proof.accepted().steps == chain.steps)
      // The signature is none: nothing is authentic for its certificates alone.
      let decoded = try InputDecoder().decode(chain.envelope)
      #expect(decoded.authenticity?.verdict == .badSignature)
    }
  }

  // MARK: - Receipts

  private static func documents(_ input: [UInt8]) throws -> (known: [UInt8], full: [UInt8]) {
    var full = InputDecoder()
    full.usesKnownChains = false
    let written = try [InputDecoder(), full].map { decoder in
      var writer = JSONWriter(layout: .pretty)
      let document = DecodeDocument(try decoder.decode(input), showsAttributes: true)
      document.write(to: &writer, head: DocumentHead(source: "-"))
      return writer.bytes
    }
    return (written[0], written[1])
  }

  @Test("genuine receipts take it, and say what they say without it", .enabled(if: RealReceipts.areHere))
  func genuine() throws {
    for name in RealReceipts.sandbox {
      let bytes = try RealReceipts.bytes(name)
      let isKnown = KnownChain(try Self.layout(bytes), in: bytes.span.bytes) != nil
      #expect(isKnown, "\(name)")
      let documents = try Self.documents(bytes)
      #expect(documents.known == documents.full, "\(name)")
      #expect(try InputDecoder().decode(bytes).authenticity?.verdict == .authentic, "\(name)")
    }
  }

  @Test("an octet that is changed takes the full way", .enabled(if: RealReceipts.areHere))
  func changed() throws {
    let bytes = try RealReceipts.bytes("sandbox-sha256-g5")
    let envelope = try Self.layout(bytes)
    var compared = 0
    for place in Array(envelope.certificates) + Array(envelope.signer) {
      var changed = bytes
      changed[place] ^= UInt8(1 << (place % 8))
      // A length that no longer fits is no envelope of this shape at all.
      guard let layout = EnvelopeLayout(changed.span.bytes) else { continue }
      let isKnown = KnownChain(layout, in: changed.span.bytes) != nil
      #expect(!isKnown, "\(place)")
      compared += 1
      guard place % 61 == 0, let documents = try? Self.documents(changed) else { continue }
      #expect(documents.known == documents.full, "\(place)")
    }
    #expect(compared > 3_500)
    // Payload and signature have the chain, and are judged by the full way.
    for place in [envelope.payload.lowerBound + 60, envelope.payload.upperBound - 3, envelope.signature.lowerBound + 9]
    {
      var changed = bytes
      changed[place] ^= 1
      guard let documents = try? Self.documents(changed) else { continue }
      #expect(documents.known == documents.full, "\(place)")
      #expect(try InputDecoder().decode(changed).authenticity?.verdict != .authentic, "\(place)")
    }
  }

  @Test("outside of the validity, the full way says so", .enabled(if: RealReceipts.areHere))
  func outside() throws {
    var decoder = InputDecoder()
    decoder.judgingTime = Instant(milliseconds: 1_000_000_000_000)
    let decoded = try decoder.decode(try RealReceipts.bytes("sandbox-sha256-g5"))
    #expect(decoded.authenticity?.verdict == .outsideValidity)
  }
}
