import Foundation
import ReceiptKit
import Testing

@Suite("Checks of signed data", .enabled(if: SignedSamples.areHere, SignedSamples.missing))
struct SignedDataChecksTests {
  private func validate(
    _ name: String, anchor: Int? = nil, at time: String = "2023-10-20T00:00:00Z", _ change: (inout Expectations) -> Void
  ) throws -> Validation {
    let text = try SignedSamples.text(name)
    var decoder = InputDecoder()
    if let anchor { decoder.authenticator = Authenticator(anchors: [try SignedSamples.anchor(anchor, of: text)]) }
    var expectations = Expectations()
    change(&expectations)
    let now = try #require(ReceiptDate(moment: time)).instant
    return Validator(expectations: expectations, now: now).validate(try decoder.decode(text))
  }

  @Test("Apple's notification passes for its app and environment, and for no other")
  func notification() throws {
    #expect(
      try validate("apple-test-notification.json") {
        $0.bundleIdentifiers = ["com.Abilities"]
        $0.environments = [.sandbox]
      }.verdict == .passed)
    for change: (inout Expectations) -> Void in [
      { $0.bundleIdentifiers = ["com.abilities"] }, { $0.environments = [.production] },
      { $0.maximumAge = try? DurationText("30d") }, { $0.products = ["pro"] }, { $0.activeProducts = ["pro"] },
      { $0.accountToken = "7c9e6679-7425-40de-944b-e07fc1f90ae7" },
    ] {
      #expect(try validate("apple-test-notification.json", change).verdict != .passed)
    }
    // Sandbox notifications name no number: what was asked for could not be checked, whatever else was.
    #expect(try validate("apple-test-notification.json") { $0.appAppleID = 1 }.verdict == .incomplete)
    let both = try validate("apple-test-notification.json") {
      $0.appAppleID = 1
      $0.bundleIdentifiers = ["com.Abilities"]
    }
    #expect(both.verdict == .incomplete && both["app_apple_id"]?.outcome == .skipped)
    #expect(both["app_apple_id"]?.reason?.description.contains("names no app by number") == true)
  }

  @Test("Xcode's transaction passes with its certificate, its product and its time")
  func transaction() throws {
    let name = "xcode-signed-transaction"
    func verdict(_ anchor: Int?, at time: String, _ change: (inout Expectations) -> Void) throws -> Validation.Verdict {
      try validate(name, anchor: anchor, at: time, change).verdict
    }
    let usual: (inout Expectations) -> Void = {
      $0.allowsTestSigned = true
      $0.environments = [.xcode]
      $0.products = ["pass.premium"]
      $0.activeProducts = ["pass.premium"]
    }
    // Bought 2023-10-19, expires 2023-11-19T01:45:36Z.
    #expect(try verdict(0, at: "2023-10-20T00:00:00Z", usual) == .passed)
    #expect(try verdict(0, at: "2023-11-20T00:00:00Z", usual) == .failed)
    #expect(try verdict(nil, at: "2023-10-20T00:00:00Z", usual) == .failed)
    #expect(try verdict(0, at: "2023-10-20T00:00:00Z") { $0.environments = [.xcode] } == .failed)
  }

  /// SHA-384 by Python's hashlib over "7edea87d-98f0-42d0-9682-49ca81022f73" + "956328d9-cc6a-47f4-be40-6953fb0ab6c7".
  @Test("another device is another device; the digest is the documented one")
  func device() throws {
    let checked = try validate("xcode-signed-transaction", anchor: 0) {
      $0.allowsTestSigned = true
      $0.deviceID = "956328D9-CC6A-47F4-BE40-6953FB0AB6C7"
    }
    #expect(checked.verdict == .failed)
    #expect(
      checked["device_verification"]?.expected == "JrrAMqlLGFdOriKtSbVPsUzOWm42RAQknKsPb7Sqy/e8rbbqI+7UFaCzKGl9dgJt")
  }
}
