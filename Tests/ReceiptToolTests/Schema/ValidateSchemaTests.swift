import Foundation
import ReceiptKit
import Testing

@Suite("JSON Schemas of validate and its policies", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct ValidateSchemaTests {
  /// Each changes one piece of a sound report.
  private static let wrong: [(found: String, replacement: String)] = [
    ("receipt-tool/validate/1", "receipt-tool/validate/2"), (#""verdict":"passed""#, #""verdict":"good""#),
    (#""verdict":"passed""#, #""verdict":"failed""#), (#""outcome":"passed""#, #""outcome":"failed""#),
    (#""outcome":"passed""#, #""outcome":"ok""#), (#""check":"signature""#, #""check":"marker_oids""#),
    (#""outcome":"skipped","requested":false"#, #""outcome":"skipped","requested":true"#),
    (#""requested":false"#, #""requested":0"#), (#""reason":"no device was given""#, #""reason":null"#),
    (#""verdict":"test-signed""#, #""verdict":"unsigned""#),
    (#""judged_at":"2025-12-27T00:00:00Z""#, #""judged_at":1"#),
    (#""environment":"Sandbox","#, ""), (#""source":"#, #""origin":"#), (#""expected":"#, #""wanted":"#),
  ]

  @Test("wrong reports are refused")
  func refused() throws {
    let scratch = try Scratch()
    try scratch.file("root.pem", try Minted.anchor().utf8)
    try scratch.file("receipt", try Minted.receipt().bytes)
    let arguments = [
      "validate", "--compact", "--allow-test-signed", "--at", "2025-12-27", "--trust-anchor", "root.pem",
    ]
    let sound = try ToolRun(arguments + ["receipt"], directory: scratch.url).lines[0]
    try SchemaCheck.expectRefused(sound, "validate-1", Self.wrong)
  }

  /// Policies of all kinds; the schema and the reader have to agree about every one of them.
  private static let policies: [String] = [
    "{}", #"{"bundle_id":"a"}"#, #"{"bundle_id":["a","b"]}"#, #"{"bundle_id":""}"#, #"{"bundle_id":[]}"#,
    #"{"bundle_id":[1]}"#, #"{"bundle_id":null}"#, #"{"bundle":"a"}"#, #"{"environment":"vpp"}"#,
    #"{"environment":["production","sandbox","xcode"]}"#, #"{"environment":"Production"}"#, #"{"environment":[]}"#,
    #"{"app_version":"1 beta"}"#, #"{"app_version":["1"]}"#, #"{"app_version":"1","min_app_version":"1"}"#,
    #"{"min_app_version":"1.2.3"}"#, #"{"min_app_version":"1."}"#, #"{"original_version_below":"2"}"#,
    #"{"original_version_below":2}"#, #"{"max_age":"30d"}"#, #"{"max_age":"30"}"#, #"{"max_age":30}"#,
    #"{"max_age":"-1d"}"#, #"{"device_guid":"00:1B:63:84:45:E6"}"#, #"{"device_guid":""}"#, #"{"product":["a"]}"#,
    #"{"product":{}}"#, #"{"active":"a","grace_period":"16d"}"#, #"{"grace_period":"16 d"}"#,
    #"{"allow_test_signed":true}"#, #"{"allow_test_signed":"true"}"#, #"{"require_check":"device_hash"}"#,
    #"{"require_check":["signature","quantity"]}"#, #"{"require_check":"device"}"#, #"{"$schema":"x"}"#,
    #"{"$schema":1}"#, "[]", "null",
  ]

  @Test("the schema of policies refuses what the tool refuses, and nothing else")
  func policies() throws {
    let isRead = Dictionary(grouping: Self.policies) { (try? Policy(Array($0.utf8))) != nil }
    try SchemaCheck.expectValid(isRead[true] ?? [], "policy-1")
    try SchemaCheck.expectWrong(isRead[false] ?? [], "policy-1")
  }

  @Test("the schema lists the keys that the library knows")
  func keys() throws {
    let keys = try #require(try SchemaCheck.read("policy-1")["properties"] as? [String: Any])
    #expect(Set(keys.keys) == Set(Policy.keys))
  }
}
