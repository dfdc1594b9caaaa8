import ReceiptKit
import Testing

@Suite("Published receipts, validated", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
struct RealReceiptCheckTests {
  private func validate(
    _ name: String, now: String, judgesCertificates: Bool = false, _ change: (inout Expectations) -> Void = { _ in }
  ) throws -> Validation {
    let now = CheckSamples.moment(now)
    let decoded = try InputDecoder(judgingTime: judgesCertificates ? now : nil).decode(try RealReceipts.text(name))
    var expectations = Expectations()
    change(&expectations)
    return Validator(expectations: expectations, now: now).validate(decoded)
  }

  @Test("those of the sandbox pass although every signer's certificate has expired", arguments: RealReceipts.sandbox)
  func today(_ name: String) throws {
    let validation = try validate(name, now: "2026-11-21T00:00:00Z")
    #expect(validation.verdict == .passed)
    #expect(validation.checks.allSatisfy { [.passed, .skipped].contains($0.outcome) })
    #expect(try validate(name, now: "2026-11-21T00:00:00Z") { $0.environments = [.sandbox] }.verdict == .passed)
    #expect(try validate(name, now: "2026-11-21T00:00:00Z") { $0.environments = [.production] }.verdict == .failed)
  }

  @Test(
    "judged outside the validity of their certificates they do not", arguments: RealReceipts.sandbox,
    ["1999-12-31T00:00:00Z", "2026-11-21T00:00:00Z", "2040-01-01T00:00:00Z"])
  func outside(_ name: String, _ time: String) throws {
    let validation = try validate(name, now: time, judgesCertificates: true)
    #expect(validation.verdict == .failed)
    #expect(validation["certificate_chain"]?.outcome == .failed)
    #expect(validation["signature"]?.outcome == .skipped)
  }

  @Test("judged when they were made they do", arguments: RealReceipts.sandbox)
  func then(_ name: String) throws {
    let created = try #require(try InputDecoder().decode(try RealReceipts.text(name)).claims?.creationDate)
    #expect(try validate(name, now: created.text, judgesCertificates: true).verdict == .passed)
  }

  @Test("the annual subscription was active when verifyReceipt was asked", arguments: [false, true])
  func active(_ isCancelled: Bool) throws {
    func outcome(_ time: String, _ product: String) throws -> CheckOutcome? {
      try validate("sandbox-sha1-nine-purchases", now: time) { $0.activeProducts = [product] }["active_subscription"]?
        .outcome
    }
    #expect(try outcome("2020-07-22T18:39:05Z", "com.revenuecat.annual_39.99.2_week_intro") == .passed)
    #expect(try outcome("2020-07-22T18:39:06Z", "com.revenuecat.annual_39.99.2_week_intro") == .failed)
    #expect(try outcome("2020-07-22T17:39:08Z", "com.revenuecat.monthly_4.99.1_week_intro") == .failed)
  }

  @Test("those of Xcode never pass as production, whoever vouches for them", arguments: RealReceipts.xcode)
  func xcode(_ name: String) throws {
    let signed = try SignedData(try RealReceipts.bytes(name))
    let anchors = signed.certificates.map { TrustAnchor($0) }
    let decoded = try InputDecoder(authenticator: Authenticator(anchors: anchors)).decode(try RealReceipts.text(name))
    let now = CheckSamples.moment("2026-11-21T00:00:00Z")
    let sound = try CheckSamples.validate(decoded, now: now) { $0.environments = [.xcode] }
    #expect(sound.verdict == .passed, "\(sound.checks.filter { $0.outcome == .failed })")
    #expect(sound["expiration_date"]?.outcome == .passed)
    #expect(try CheckSamples.validate(decoded, now: now) { $0.environments = [.production] }.verdict == .failed)
    #expect(try CheckSamples.validate(decoded, now: now) { $0.allowsTestSigned = false }.verdict == .failed)
  }
}
