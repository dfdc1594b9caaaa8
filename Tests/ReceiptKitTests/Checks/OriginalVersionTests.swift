import ReceiptKit
import Testing

@testable import ReceiptMint

/// "Bought before the app became free", of AppTransactions (Apple, AppTransaction: originalAppVersion) and of app
/// receipts.
@Suite("The version with which an app was first bought")
struct OriginalVersionTests {
  private static func finding(
    _ type: String, version: String?, platform: String?, below limit: String
  ) throws -> CheckResult {
    let members = [
      #""receiptType":"\#(type)","bundleId":"com.example.reader","receiptCreationDate":1768478400000"#,
      version.map { #""originalApplicationVersion":"\#($0)""# }, platform.map { #""originalPlatform":"\#($0)""# },
    ].compactMap(\.self)
    let text = try CombinedSamples.sign(.appTransaction, "{\(members.joined(separator: ","))}")
    return try finding(Array(text.utf8), try CombinedSamples.reader.decoder, below: limit)
  }

  private static func finding(_ input: [UInt8], _ decoder: InputDecoder, below limit: String) throws -> CheckResult {
    var expectations = Expectations()
    expectations.allowsTestSigned = true
    expectations.originalVersionBelow = try DottedVersion(expected: limit)
    let moment = try #require(ReceiptDate(moment: "2026-01-16T00:00:00Z")).instant
    let validation = Validator(expectations: expectations, now: moment).validate(try decoder.decode(input))
    return try #require(validation["original_application_version"])
  }

  @Test("an AppTransaction from the App Store passes or fails, and says what the numbers count")
  func production() throws {
    for (version, platform, limit, outcome, kind) in [
      ("41", "iOS", "42", CheckOutcome.passed, "a build number (CFBundleVersion) before 42"),
      ("42", "visionOS", "42", .failed, "a build number (CFBundleVersion) before 42"),
      ("1.9", "macOS", "1.10", .passed, "a marketing version (CFBundleShortVersionString) before 1.10"),
      ("9", nil, "10", .passed, "on macOS a marketing version"), ("one", "iOS", "2", .failed, "a build number"),
    ] as [(String, String?, String, CheckOutcome, String)] {
      let result = try Self.finding("Production", version: version, platform: platform, below: limit)
      #expect(result.outcome == outcome && result.found == version, "\(version): \(result)")
      #expect(result.expected?.contains(kind) == true, "\(version): \(result)")
    }
    let silent = try Self.finding("Production", version: nil, platform: "iOS", below: "2")
    #expect(silent.outcome == .skipped && silent.reason?.description.contains("does not say") == true)
  }

  @Test("outside the App Store it is always 1.0, which proves nothing, however low the limit is")
  func sandbox() throws {
    for type in ["Sandbox", "Xcode"] {
      let low = try Self.finding(type, version: "1.0", platform: "iOS", below: "2")
      #expect(low.outcome == .skipped && low.reason?.description.contains("always 1.0") == true, "\(low)")
      let high = try Self.finding(type, version: "1.0", platform: "iOS", below: "1.0")
      #expect(high.outcome == .failed && high.reason?.description.contains("always 1.0") == true, "\(high)")
    }
    let decoder = try InputDecoder.ofVectors
    let receipt = try Self.finding(try PackageFiles.read("TestReceipts/sandbox-subscription.b64"), decoder, below: "2")
    #expect(receipt.outcome == .skipped && receipt.expected?.contains("on macOS a marketing version") == true)
    let transaction = try PackageFiles.read("TestReceipts/jws-transaction.jws")
    let other = try Self.finding(transaction, decoder, below: "2")
    #expect(other.outcome == .skipped && other.found == nil)
    #expect(other.reason?.description.contains("says nothing") == true)
  }
}
