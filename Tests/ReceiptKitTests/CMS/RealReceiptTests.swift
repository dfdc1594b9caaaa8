import ReceiptKit
import Testing

@Suite("Published receipts: who signed them", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
struct RealReceiptTests {
  @Test("Apple signed the sandbox ones, and every step says so", arguments: RealReceipts.sandbox)
  func authentic(_ name: String) throws {
    let decoded = try InputDecoder().decode(try RealReceipts.text(name))
    let authenticity = try #require(decoded.authenticity)
    #expect(authenticity.verdict == .authentic)
    #expect(authenticity.steps.map(\.name) == Authenticity.Step.Name.allCases)
    #expect(authenticity.steps.allSatisfy { $0.outcome == .passed })
    #expect(authenticity.anchor?.origin == .pinned)
    #expect(authenticity.anchor?.certificate.sha256Fingerprint == AppleRoots.fingerprints[0])
    #expect(authenticity.chain.count == 3 && authenticity.certificates.count == 3)
    #expect(authenticity.digestAlgorithm == (name.contains("sha256") ? .sha256 : .sha1))
    #expect(authenticity.judgedAt?.source == .receiptCreationDate)
    #expect(authenticity.judgedAt?.instant == decoded.claims?.creationDate?.instant)
    #expect(decoded.environment == "Sandbox")
    guard case .receipt(let proven)? = decoded.judgement?.authenticReceipt?.document else {
      Issue.record("not proven")
      return
    }
    #expect(proven.payload == decoded.claims?.payload)
  }

  @Test("nobody vouches for Xcode's, unless the user does", arguments: RealReceipts.xcode)
  func xcode(_ name: String) throws {
    let bytes = try RealReceipts.text(name)
    let unknown = try InputDecoder().decode(bytes)
    #expect(unknown.authenticity?.verdict == .untrustedChain)
    #expect(unknown.authenticity?.failedStep == .chain)
    #expect(unknown.authenticity?.reason == "signed by StoreKit testing in Xcode, not by Apple")
    #expect(unknown.authenticity?.anchor == nil && unknown.authenticity?.chain.isEmpty == true)
    #expect(unknown.judgement?.authenticReceipt == nil)

    let certificate = try #require(unknown.authenticity?.certificates.first)
    let known = InputDecoder(authenticator: Authenticator(anchors: [TrustAnchor(certificate)]))
    let vouched = try known.decode(bytes)
    #expect(vouched.authenticity?.verdict == .testSigned)
    #expect(vouched.authenticity?.anchor?.origin == .user)
    #expect(vouched.authenticity?.outcome(.signature) == .passed)
    #expect(vouched.authenticity?.outcome(.markerOIDs) == .skipped)
    #expect(vouched.judgement?.authenticReceipt == nil)
    #expect(vouched.environment == "Xcode")
  }

  @Test("judged at another time", arguments: try TableCase.read("real-receipts", "at other times than their own"))
  func judgingTime(_ row: TableCase) throws {
    let words = row.text.split(separator: " ").map(String.init)
    var decoder = InputDecoder()
    decoder.judgingTime = try #require(ReceiptDate(words[1])).instant
    let decoded = try decoder.decode(try RealReceipts.text(words[0]))
    #expect(decoded.authenticity?.verdict.rawValue == row.expected[0])
    #expect(decoded.authenticity?.judgedAt?.source == .override)
    #expect(decoded.authenticity?.failedStep == (row.expected == ["authentic"] ? nil : .validity))
    #expect((decoded.judgement?.authenticReceipt != nil) == (row.expected == ["authentic"]))
  }

  @Test("the root's own end counts too: 2035-02-09T21:40:36Z is the last second of Apple's root")
  func anchorAlone() throws {
    let root = try RealReceipts.appleRoot()
    #expect(root.notBefore?.rfc3339 == "2006-04-25T21:40:36Z")
    #expect(root.notAfter?.rfc3339 == "2035-02-09T21:40:36Z")
  }

  @Test("an anchor of the user's never makes a genuine receipt less than authentic, nor a root twice")
  func userAnchors() throws {
    let root = try RealReceipts.appleRoot()
    let decoder = InputDecoder(authenticator: Authenticator(anchors: [TrustAnchor(root)]))
    for name in RealReceipts.sandbox {
      #expect(try decoder.decode(try RealReceipts.text(name)).authenticity?.verdict == .authentic)
    }
  }
}
