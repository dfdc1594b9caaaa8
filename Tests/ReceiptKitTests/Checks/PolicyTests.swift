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
       "device_id": "956328d9-cc6a-47f4-be40-6953fb0ab6c7", "account_token": "7C9E6679-7425-40DE-944B-E07FC1F90AE7", "product": "pro", "active": ["monthly"],
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

  private static let bad: [(policy: String, message: String, hint: String?)] = [
    ("", "JSON that ends where a value should start", "a policy is a JSON object"),
    ("{", "JSON that ends where a member's name should start", "a policy is a JSON object"),
    ("[]", "a policy is a JSON object, not an array", nil),
    ("null", "a policy is a JSON object, not null", nil),
    (#"{"bundle":"a.b"}"#, "/bundle: unknown key", "known keys are $schema, bundle_id, app_apple_id, environment,"),
    (#"{"a/b~c":1}"#, "/a~1b~0c: unknown key", "known keys are"),
    (#"{"Bundle_id":"a.b"}"#, "/Bundle_id: unknown key", "known keys are"),
    (#"{"bundle_id":"a.b","bundle_id":"c.d"}"#, "/bundle_id: the key occurs twice", nil),
    (#"{"bundle_id":1}"#, "/bundle_id: has to be a string or an array of strings, not a number", nil),
    (#"{"bundle_id":null}"#, "/bundle_id: has to be a string or an array of strings, not null", nil),
    (#"{"bundle_id":[]}"#, "/bundle_id: an empty array expects nothing; leave the key out", nil),
    (#"{"bundle_id":["a.b",""]}"#, "/bundle_id/1: an empty text names nothing", nil),
    (#"{"bundle_id":["a.b",{}]}"#, "/bundle_id/1: has to be a string, not an object", nil),
    (#"{"environment":"prod"}"#, "/environment: 'prod' is not an environment", "use production, sandbox, xcode or vpp"),
    (#"{"environment":["sandbox","Sandbox"]}"#, "/environment/1: 'Sandbox' is not an environment", "use production"),
    (#"{"app_version":2}"#, "/app_version: has to be a string, not a number", nil),
    (#"{"app_version":["2"]}"#, "/app_version: has to be a string, not an array", nil),
    (
      #"{"app_version":"2","min_app_version":"1"}"#,
      "/min_app_version: app_version is given too; one of the two has to go", nil
    ),
    (
      #"{"min_app_version":"1.x"}"#, "/min_app_version: '1.x' is not a version that could be compared",
      "use numbers between dots"
    ),
    (
      #"{"original_version_below":""}"#, "/original_version_below: '' is not a version that could be compared",
      "use numbers between dots"
    ),
    (#"{"max_age":30}"#, "/max_age: has to be a string, not a number", nil),
    (#"{"max_age":"30"}"#, "/max_age: '30' is not a length of time", "use 90s, 30m, 12h, 16d or 2w"),
    (#"{"device_guid":"1234"}"#, "/device_guid: '1234' is not a device GUID: it has 2 bytes", "use a UUID"),
    (#"{"app_apple_id":"0"}"#, "/app_apple_id: '0' is not an Apple ID of an app", "use its digits"),
    (#"{"device_id":"1234"}"#, "/device_id: '1234' is not a UUID", "use "),
    (#"{"account_token":"jane"}"#, "/account_token: 'jane' is not a UUID", "use "),
    (#"{"product":[["pro"]]}"#, "/product/0: has to be a string, not an array", nil),
    (#"{"active":false}"#, "/active: has to be a string or an array of strings, not a boolean", nil),
    (#"{"grace_period":"-1d"}"#, "/grace_period: '-1d' is not a length of time", "use 90s"),
    (#"{"allow_test_signed":"yes"}"#, "/allow_test_signed: has to be true or false, not a string", nil),
    (#"{"require_check":["device"]}"#, "/require_check/0: 'device' is not a check", "use one of: signature,"),
    (#"{"$schema":1}"#, "/$schema: has to be a string, not a number", nil),
    (#"{} {}"#, "JSON with '{' at offset 3, after the end of the value", "a policy is a JSON object"),
  ]

  @Test("bad ones are refused, with the place and the accepted forms")
  func refused() {
    for (policy, message, hint) in Self.bad {
      let error = #expect(throws: ExpectationError.self, "\(policy)") { try Policy(Array(policy.utf8)) }
      #expect(error?.message.description == message, "\(policy)")
      if let hint {
        #expect(error?.hint?.hasPrefix(hint) == true, "\(policy): \(error?.hint?.description ?? "no hint")")
      } else {
        #expect(error?.hint == nil, "\(policy)")
      }
    }
  }
}
