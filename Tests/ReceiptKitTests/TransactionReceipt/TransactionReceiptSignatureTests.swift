import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@Suite("Transaction receipt: who signed it")
struct TransactionReceiptSignatureTests {
  private typealias Fixture = TransactionReceiptFixture

  private func receipt(_ minted: MintedTransaction) throws -> TransactionReceipt {
    try TransactionReceipt(Array(minted.propertyList.utf8))
  }

  @Test(arguments: TransactionVersion.allCases) func withoutAnchor(_ version: TransactionVersion) throws {
    let judged = Fixture.judge(try receipt(try Fixture.minted(version)))
    #expect(judged.verdict == .untrustedChain)
    #expect(judged.reason.contains("--trust-anchor") && judged.reason.contains("belongs to these bytes"))
    #expect(judged.reason.contains(judged.certificates[0].issuer))
    #expect(judged.steps.map(\.name) == Authenticity.Step.Name.allCases)
    #expect(judged.steps.map(\.outcome) == [.passed, .failed, .skipped, .skipped, .passed])
    #expect(judged.signerIndex == 0 && judged.certificates.count == 1 && judged.chain.isEmpty)
    #expect(judged.digestAlgorithm == (version == .four ? .sha256 : .sha1))
    #expect(judged.judgedAt?.source == .purchaseDate)
  }

  @Test(arguments: TransactionVersion.allCases) func withAnchors(_ version: TransactionVersion) throws {
    let receipt = try receipt(try Fixture.minted(version))
    let chain = try Fixture.chain(version)
    let (root, issuer) = (try Fixture.anchor(chain.root), try Fixture.anchor(chain.issuer))
    let signer = try Fixture.anchor(chain.signer)
    let other = try Fixture.anchor(try Fixture.authority.unrelatedCertificate())
    let vouching = [([issuer], 2), ([other, issuer], 2), ([root, issuer], 3), ([issuer, root], 2), ([signer], 1)]
    for (anchors, length) in vouching {
      let judged = Fixture.judge(receipt, anchors)
      #expect(judged.verdict == .testSigned, "\(judged.reason)")
      #expect(judged.chain.count == length && judged.anchor?.origin == .user)
      #expect(judged.outcome(.markerOIDs) == (length == 1 ? .skipped : .passed))
      #expect(judged.outcome(.signature) == .passed)
    }
    for anchors in [[root], [other]] {
      let judged = Fixture.judge(receipt, anchors)
      #expect(judged.verdict == .untrustedChain && judged.reason.contains("no given anchor"))
    }
  }

  @Test(arguments: TransactionVersion.allCases, [SignerDescription.Flaw.flippedSignature, .signedOther([0x7B, 0x7D])])
  func badSignature(_ version: TransactionVersion, _ flaw: SignerDescription.Flaw) throws {
    let receipt = try receipt(try Fixture.minted(version, flaw: flaw))
    let issuer = try Fixture.anchor(try Fixture.chain(version).issuer)
    for anchors in [[], [issuer]] {
      let judged = Fixture.judge(receipt, anchors)
      #expect(judged.verdict == .badSignature && judged.outcome(.signature) == .failed)
    }
  }

  @Test(arguments: TransactionVersion.allCases) func times(_ version: TransactionVersion) throws {
    let receipt = try receipt(try Fixture.minted(version))
    let authenticator = Authenticator(anchors: [try Fixture.anchor(try Fixture.chain(version).issuer)])
    for milliseconds: Int64 in [.min, 0, 4_102_444_800_000, .max] {
      let moment = Authenticity.JudgedAt(Instant(milliseconds: milliseconds), source: .override)
      let judged = authenticator.authenticate(receipt, judgedAt: moment)
      #expect(judged.verdict == .outsideValidity && judged.outcome(.signature) == .passed)
    }
    let undated = authenticator.authenticate(receipt, judgedAt: nil)
    #expect(undated.verdict == .outsideValidity && undated.reason.contains("purchase date"))
  }

  @Test func markers() throws {
    // Versions 3 and 4 may be signed by the app receipts' signer, version 2 may not.
    for (version, markers, verdict): (TransactionVersion, [OID], Authenticity.Verdict) in [
      (.two, [.transactionSignerMarker], .testSigned), (.two, [.receiptSignerMarker], .wrongPurpose),
      (.two, [], .wrongPurpose),
      (.three, [.receiptSignerMarker], .testSigned), (.four, [.receiptSignerMarker], .testSigned),
      (.three, [], .wrongPurpose), (.four, [.intermediateMarker], .wrongPurpose),
    ] {
      let issuer = try Fixture.chain(version).issuer
      var template = CertificateTemplate(
        subject: DistinguishedName(role: "Marked"), keyLabel: "marker signer",
        validity: Validity("2014-06-07T00:02:21Z", "2026-05-18T18:31:30Z"), digest: .sha1)
      template.keySize = version.keySize
      template.markers = markers
      let signer = try Fixture.authority.issue(template, by: issuer)
      let receipt = try signed(by: signer, version)
      let judged = Fixture.judge(receipt, [try Fixture.anchor(issuer)])
      #expect(judged.verdict == verdict, "\(version) \(markers) \(judged.reason)")
    }
  }

  @Test func keySizes() throws {
    // A signature of the right length under a key of another size, and the other way round.
    let small = try Fixture.chain(.two).signer
    let large = try Fixture.chain(.four).signer
    for (signer, version) in [(small, TransactionVersion.three), (small, .four), (large, .two)] {
      let judged = Fixture.judge(try signed(by: signer, version, padded: true), [try Fixture.anchor(signer)])
      #expect(judged.verdict == .badSignature && judged.reason.contains("bits"), "\(judged.reason)")
    }
  }

  @Test func unsigned() throws {
    for entry in ["", "signature = '';"] {
      let receipt = try TransactionReceipt(Array("{ \(entry) purchase-info = 'e30='; }".utf8))
      #expect(Fixture.judge(receipt).verdict == .unsigned)
    }
  }

  @Test func brokenBlobs() throws {
    let receipt = try TransactionReceipt(Array("{ signature = '#'; purchase-info = 'e30='; }".utf8))
    #expect(Fixture.judge(receipt).verdict == .badSignature)
    for version in TransactionVersion.allCases {
      let minted = try Fixture.minted(version)
      let blob = minted.signatureBlob
      let anchors = [try Fixture.anchor(try Fixture.chain(version).issuer)]
      func judged(_ blob: [UInt8]) throws -> Authenticity {
        Fixture.judge(try Fixture.receipt(blob: blob, purchaseInfo: minted.purchaseInfo), anchors)
      }
      #expect(try judged(blob).verdict == .testSigned)
      for end in 1..<blob.count { #expect(try judged(Array(blob[..<end])).verdict == .badSignature) }
      #expect(try judged(blob + [0]).verdict == .badSignature)
      for other in UInt8.min...UInt8.max where other != version.rawValue {
        #expect(try judged([other] + blob.dropFirst()).verdict == .badSignature)
      }
      let header = 1 + (version == .two ? 128 : 256)
      let huge = Array(blob[..<header]) + [0xFF, 0xFF, 0xFF, 0xFF] + Array(blob[(header + 4)...])
      #expect(try judged(huge).verdict == .badSignature)
      let bomb = [UInt8](repeating: 0x30, count: 3) + [UInt8](repeating: 0x80, count: 253)
      #expect(try judged(Array(blob[..<header]) + [0, 0, 1, 0] + bomb).verdict == .badSignature)
    }
  }

  /// One bit of every octet, and another one in the next octet.
  @Test(arguments: TransactionVersion.allCases) func everyOctet(_ version: TransactionVersion) throws {
    let minted = try Fixture.minted(version)
    let anchors = [try Fixture.anchor(try Fixture.chain(version).issuer)]
    for index in minted.signatureBlob.indices {
      var blob = minted.signatureBlob
      blob[index] ^= 1 << (index % 8)
      let judged = Fixture.judge(try Fixture.receipt(blob: blob, purchaseInfo: minted.purchaseInfo), anchors)
      #expect([.badSignature, .untrustedChain].contains(judged.verdict), "\(index) \(judged.verdict)")
    }
    for index in minted.purchaseInfo.indices {
      var info = minted.purchaseInfo
      info[index] ^= 1 << (index % 8)
      // Many flips break the list and are refused when decoding.
      guard let receipt = try? Fixture.receipt(blob: minted.signatureBlob, purchaseInfo: info) else { continue }
      #expect(Fixture.judge(receipt, anchors).verdict == .badSignature, "\(index)")
    }
  }

  /// The entries around what was signed are not signed: they may change without the verdict.
  @Test func outerEntriesAreNotSigned() throws {
    let minted = try Fixture.minted(.four)
    let anchors = [try Fixture.anchor(try Fixture.chain(.four).issuer)]
    let stripped = try Fixture.receipt(blob: minted.signatureBlob, purchaseInfo: minted.purchaseInfo)
    #expect(Fixture.judge(stripped, anchors).verdict == .testSigned)
    #expect(try receipt(minted).environment == .sandbox && stripped.environment == .production)
  }

  /// A receipt whose signature is made by `signer`; padded or cut to the length of the version.
  private func signed(
    by signer: TestCertificate, _ version: TransactionVersion, padded: Bool = false
  ) throws -> TransactionReceipt {
    let info = Fixture.description(version).purchaseInfoOctets
    var signature = try signer.sign([version.rawValue] + info, digest: version.digest)
    let length = version == .two ? 128 : 256
    if padded { signature = Array((signature + [UInt8](repeating: 0, count: 256))[..<length]) }
    let size = signer.der.count
    let blob = [version.rawValue] + signature + [0, 0, UInt8(size >> 8), UInt8(size & 0xFF)] + signer.der
    return try Fixture.receipt(blob: blob, purchaseInfo: info)
  }
}
