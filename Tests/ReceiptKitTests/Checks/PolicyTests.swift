import ReceiptKit
import Testing

@Suite("Policies")
struct PolicyTests {
  @Test("every key is read")
  func complete() throws {
    let text = #"""
      {"$schema": "policy-1.schema.json", "bundle_id": ["a.b", "c.d"], "environment": ["production", "vpp", "sandbox"],
       "min_app_version": "2.10", "original_version_below": "3", "max_age": "30d",
       "device_guid": "956328D9-CC6A-47F4-BE40-6953FB0AB6C7", "app_apple_id": "1234567890",
       "device_id": "956328d9-cc6a-47f4-be40-6953fb0ab6c7", "product": "pro", "active": ["monthly"],
       "account_token": "7C9E6679-7425-40DE-944B-E07FC1F90AE7",
       "grace_period": "16d", "allow_test_signed": true, "require_check": ["device_hash", "signature"]}
      """#
    let expectations = try Policy(Array(text.utf8)).expectations
    #expect(expectations.bundleIdentifiers == ["a.b", "c.d"])
    #expect(expectations.environments == [.production, .vpp, .sandbox])
    #expect(expectations.applicationVersion == .atLeast(try DottedVersion(expected: "2.10")))
    #expect(expectations.originalVersionBelow?.text == "3")
    #expect(expectations.maximumAge?.text == "30d")
    #expect(expectations.deviceGUID?.form == .uuid)
    #expect(expectations.appAppleID == 1_234_567_890)
    #expect(expectations.deviceID == "956328d9-cc6a-47f4-be40-6953fb0ab6c7")
    #expect(expectations.accountToken == "7C9E6679-7425-40DE-944B-E07FC1F90AE7")
    #expect(expectations.products == ["pro"])
    #expect(expectations.activeProducts == ["monthly"])
    #expect(expectations.gracePeriod?.text == "16d")
    #expect(expectations.allowsTestSigned)
    #expect(expectations.requiredChecks == ["device_hash", "signature"])
    let all = Set(Policy.keys).subtracting(["app_version"])
    #expect(all.allSatisfy { text.contains("\"\($0)\"") })
    #expect(
      try Policy(Array(#"{"app_version":"1.0 beta"}"#.utf8)).expectations.applicationVersion == .equal("1.0 beta"))
    #expect(try Policy(Array("{}".utf8)).expectations == Expectations())
  }

  /// A row has the message, and the beginning of the hint if there is one.
  @Test(
    "bad ones are refused, with the place and the accepted forms",
    arguments: try TableCase.read("refused-policies", "policies"))
  func refused(_ row: TableCase) {
    let error = #expect(throws: ExpectationError.self) { try Policy(row.bytes) }
    #expect(error?.message.description == row.expected[0])
    let hint = error?.hint?.description
    #expect(row.expected.count > 1 ? hint?.hasPrefix(row.expected[1]) == true : hint == nil, "\(hint ?? "no hint")")
  }

  @Test("an empty one is refused")
  func empty() {
    let error = #expect(throws: ExpectationError.self) { try Policy([]) }
    #expect(error?.message.description == "JSON that ends where a value should start")
    #expect(error?.hint?.hasPrefix("a policy is a JSON object") == true)
    let other = #expect(throws: ExpectationError.self) { try ConsumptionPolicy([]) }
    #expect(other?.message.description.hasPrefix("JSON that ends") == true)
  }
}
