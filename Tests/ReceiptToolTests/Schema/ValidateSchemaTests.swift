import Foundation
import ReceiptKit
import Testing

@Suite("JSON Schemas of validate and its policies", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct ValidateSchemaTests {
  private static let report = "validate-1"
  private static let policy = "policy-1"
  private static let vectors = Package.root.appendingPathComponent("TestReceipts")

  private func expectValid(_ documents: [String], location: SourceLocation = #_sourceLocation) throws {
    for (complaint, document) in zip(try SchemaCheck.complaints(documents, schema: Self.report), documents)
    where !complaint.isEmpty {
      Issue.record("\(document.prefix(100)): \(complaint)", sourceLocation: location)
    }
  }

  @Test(
    "what the tool says of every vector is valid",
    arguments: [
      [], ["--with-receipt"], ["--allow-test-signed", "--at", "2025-12-27"],
      ["--allow-test-signed", "--require-check", "device_hash"],
      [
        "--environment", "production", "--bundle-id", "a", "--max-age", "1d", "--product", "a", "--active", "a",
        "--device-guid", "001B638445E6", "--min-app-version", "1", "--original-version-below", "2",
      ],
    ])
  func vectors(_ options: [String]) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.vectors.path).sorted()
      .filter { ![".json", ".md", "pem"].contains(where: $0.hasSuffix) || $0 == "pem.pem" }
    let run = try ToolRun(
      ["validate", "--trust-anchor", "root.pem", "--trust-anchor", "xcode.pem"] + options + files + ["missing.b64"],
      directory: Self.vectors)
    let documents = run.stdout.split(separator: "\n").map(String.init)
    #expect(documents.count == files.count + 1)
    try expectValid(documents)
  }

  @Test("the published receipts", .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func published() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Package.realReceipts.path).sorted()
      .filter { $0.hasSuffix(".b64") }
    let run = try ToolRun(["validate", "--with-receipt"] + files, directory: Package.realReceipts)
    let documents = run.stdout.split(separator: "\n").map(String.init)
    #expect(documents.count == 8)
    #expect(documents.count { $0.contains("\"verdict\":\"passed\"") } == 4)
    try expectValid(documents)
  }

  /// Each changes one piece of a sound report.
  private static let wrong: [(from: String, to: String)] = [
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
    let sound = try ToolRun(arguments + ["receipt"], directory: scratch.url).stdout.trimmingCharacters(in: .newlines)
    let documents = try Self.wrong.map { change -> String in
      let range = try #require(sound.range(of: change.from), "\(change.from) is not in \(sound)")
      return sound.replacingCharacters(in: range, with: change.to)
    }
    let complaints = try SchemaCheck.complaints([sound] + documents, schema: Self.report)
    #expect(complaints[0].isEmpty, "\(complaints[0])")
    for (change, complaint) in zip(Self.wrong, complaints.dropFirst()) {
      #expect(!complaint.isEmpty, "\(change) is taken for valid")
    }
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
    let complaints = try SchemaCheck.complaints(Self.policies, schema: Self.policy)
    for (policy, complaint) in zip(Self.policies, complaints) {
      let isRead = (try? Policy(Array(policy.utf8))) != nil
      #expect(isRead == complaint.isEmpty, "\(policy): \(complaint)")
    }
  }

  @Test("the schema lists the keys that the library knows")
  func keys() throws {
    let file = SchemaCheck.folder.appendingPathComponent("\(Self.policy).schema.json")
    let policy = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any]
    let keys = try #require(policy?["properties"] as? [String: Any])
    #expect(Set(keys.keys) == Set(Policy.keys))
  }
}
