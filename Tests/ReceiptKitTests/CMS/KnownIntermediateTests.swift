import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptReading

/// A signer under a known intermediate of Apple's is judged without OpenSSL's store. The judgement is that of the whole
/// way, octet for octet.
@Suite("Known intermediates", .enabled(if: RealReceipts.areHere && Samples.certificates.areHere, RealReceipts.missing))
struct KnownIntermediateTests {
  /// What both ways say of an envelope; `nil` for the whole way where the bytes are no longer a receipt.
  private func judgements(_ bytes: [UInt8]) throws -> (known: String?, whole: String?) {
    func text(_ authenticity: Authenticity?) -> String? {
      authenticity.map {
        var writer = JSONWriter(layout: .compact)
        writer.authenticity($0)
        return String(decoding: writer.bytes, as: UTF8.self)
      }
    }
    let known = try? InputDecoder().decode(bytes).authenticity
    guard let signed = try? SignedData(bytes), let receipt = try? Receipt(payload: signed.payload) else {
      return (text(known), nil)
    }
    let judgedAt = receipt.creationDate.map { Authenticity.JudgedAt($0.instant, source: .receiptCreationDate) }
    return (text(known), text(Authenticator().authenticate(signed, judgedAt: judgedAt)))
  }

  private func certificates() throws -> [Certificate] {
    try Samples.certificates.names().filter { $0.hasSuffix(".der") }
      .map { try Certificate(der: try Samples.certificates.read($0)) }
  }

  @Test("genuine receipts are judged alike both ways, and those of Apple's shape take the short one")
  func genuine() throws {
    for name in RealReceipts.sandbox {
      let bytes = try RealReceipts.bytes(name)
      let found = try judgements(bytes)
      #expect(found.known == found.whole && found.known?.contains(#""verdict":"authentic""#) == true, "\(name)")
      let signer = try #require(try InputDecoder().decode(bytes).authenticity?.chain.first)
      #expect(signer.knownIssuer != nil && signer.plain != nil, "\(name)")
    }
  }

  @Test("every known intermediate is one in the whole verification, and every one among the samples is known")
  func table() throws {
    let all = try certificates()
    let root = try #require(all.first { $0.sha256Fingerprint == AppleRoots.fingerprints[0] })
    let intermediates = all.filter { $0.markerOIDs.contains(MarkerOID.developerRelations) }
    #expect(Set(intermediates.map(\.sha256Fingerprint)) == Set(KnownIntermediates.fingerprints))
    for certificate in intermediates {
      let anchor = TrustAnchor(root, origin: .pinned)
      let chain = try CertificateChain(from: certificate, through: [certificate], to: anchor, .strict)
      #expect(chain.certificates.map(\.der) == [certificate.der, root.der])
    }
  }

  @Test("what is read without OpenSSL is what OpenSSL reads")
  func fields() throws {
    for decoded in try certificates() {
      let plain = try #require(PlainCertificate(decoded.der), "\(decoded.subject)")
      let read = Certificate(plain, der: decoded.der, sha256Fingerprint: decoded.sha256Fingerprint, knownIssuer: nil)
      #expect(read.subject == decoded.subject && read.issuer == decoded.issuer)
      #expect(read.commonName == decoded.commonName && read.serialNumber == decoded.serialNumber)
      #expect(read.notBefore == decoded.notBefore && read.notAfter == decoded.notAfter)
      #expect(read.markerOIDs == decoded.markerOIDs && read.extensions.map(\.value) == decoded.extensions.map(\.value))
      #expect(read.extensions.map(\.isCritical) == decoded.extensions.map(\.isCritical))
      #expect(read.weakness == decoded.weakness && read.hasCurveKey == decoded.hasCurveKey)
      #expect(read.mayMakeSignatures == decoded.mayMakeSignatures && read.isSelfSigned == decoded.isSelfSigned)
    }
  }

  @Test("each octet of the certificates, changed", arguments: ["sandbox-sha256-g5", "sandbox-sha1-nine-purchases"])
  func changed(_ name: String) throws {
    let genuine = try RealReceipts.bytes(name)
    let signed = try SignedData(genuine)
    for certificate in signed.certificates {
      let part = try #require(genuine.firstRange(of: certificate.der))
      for offset in stride(from: part.lowerBound, to: part.upperBound, by: QuickRun.isOn ? 41 : 3) {
        var bytes = genuine
        bytes[offset] ^= 1 << UInt8(offset % 8)
        let found = try judgements(bytes)
        guard let whole = found.whole else { continue }
        #expect(found.known == whole, "octet \(offset)")
      }
    }
  }

  private func known(_ encoded: [[UInt8]]) -> [Certificate]? {
    KnownIntermediates.certificates(encoded, encoded.map(Certificate.fingerprint))
  }

  @Test("a signer that another authority issued is not one of a known intermediate")
  func strangers() throws {
    let genuine = try SignedData(try RealReceipts.bytes("sandbox-sha256-g5")).certificates.map(\.der)
    let older = try SignedData(try RealReceipts.bytes("sandbox-sha1-g7")).certificates.map(\.der)
    #expect(known(genuine) != nil && known(older) != nil)
    #expect(known(genuine.reversed()) != nil)
    for mixed in [
      [older[0], genuine[1], genuine[2]], [genuine[0], older[1], genuine[2]], [genuine[1], genuine[1], genuine[2]],
      [genuine[2], genuine[1], genuine[2]], Array(genuine.dropLast()), genuine + [older[0]],
    ] {
      #expect(known(mixed) == nil)
    }
  }
}
