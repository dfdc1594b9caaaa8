import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@Suite("JSON Schemas of what is said of receipts", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct SchemaTests {
  @Test(
    "what the tool says of every vector is valid", .thorough,
    arguments: [
      ["decode"], ["decode", "--attributes"], ["status", "--json"], ["validate"], ["validate", "--with-receipt"],
      ["validate", "--allow-test-signed", "--at", "2025-12-27"],
      ["validate", "--allow-test-signed", "--require-check", "device_hash"],
      [
        "validate", "--environment", "production", "--bundle-id", "a", "--max-age", "1d", "--product", "a",
        "--active", "a", "--device-guid", "001B638445E6", "--min-app-version", "1", "--original-version-below", "2",
      ],
    ])
  func vectors(_ arguments: [String]) throws {
    let files = try Package.vectorFiles()
    #expect(files.count > 25)
    let trust = ["--trust-anchor", "root.pem", "--trust-anchor", "xcode.pem"]
    let documents = try ToolRun(arguments + trust + files + ["missing.b64"], directory: Package.vectors).lines
    #expect(documents.count == files.count + 1)
    let errors =
      files.count { $0.hasPrefix("truncated.") || $0.hasPrefix("not-a-receipt.") }
      + MintFlaw.all.count { $0.promise.error != nil } + JWSFlaw.all.count { $0.promise.error != nil }
    if arguments[0] == "decode" { #expect(documents.count { $0.contains("\"error\":") } == errors + 1) }
    #expect(documents.count { $0.contains("\"verdict\":\"test-signed\"") } > 15)
    #expect(documents.contains { $0.contains("\"attributes\":") } == arguments.contains("--attributes"))
    try SchemaCheck.expectValid(documents, arguments[0] + "-1")
  }

  @Test(
    "of the published receipts", .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts),
    arguments: [
      (["decode"], "\"verdict\":\"authentic\"", 4), (["validate", "--with-receipt"], "\"verdict\":\"passed\"", 4),
      (["decode", "--attributes", "--at", "2026-01-01"], "\"receipt\":{", 8),
      (
        ["status", "--json", "--at", "2020-07-22T18:00:00Z", "sandbox-sha1-nine-purchases.verifyReceipt.json"],
        "\"subscriptions\":[", 9
      ),
    ])
  func published(_ arguments: [String], _ words: String, _ count: Int) throws {
    let documents = try ToolRun(arguments + Package.realReceiptFiles(), directory: Package.realReceipts).lines
    #expect(documents.count >= 8 && documents.count { $0.contains(words) } == count)
    try SchemaCheck.expectValid(documents, arguments[0] + "-1")
  }

  @Test("extreme dates and numbers")
  func extremes() throws {
    let scratch = try Scratch()
    let dates = ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z", ""]
    for (index, date) in dates.enumerated() {
      let minted = try Minted.receipt { receipt in
        receipt.creationDate = date
        receipt.appItemID = .min
        receipt.downloadID = .max
        receipt.receiptType = "\u{1B}[31m\u{202E}"
        receipt.inApp[0].webOrderLineItemID = .min
        receipt.inApp[0].ownershipType = -1
        receipt.inApp[0].quantity = .min
      }
      try scratch.file("\(index).b64", minted.base64.utf8)
    }
    let run = try ToolRun(["decode", "--attributes", "0.b64", "1.b64", "2.b64", "3.b64"], directory: scratch.url)
    #expect(run.lines.count == 4)
    try SchemaCheck.expectValid(run.lines, "decode-1")
  }

  @Test("transaction receipts of every version", arguments: TransactionVersion.allCases)
  func transactionReceipt(_ version: TransactionVersion) throws {
    let chain = try Minted.authority.get().transactionChain(version)
    let scratch = try Scratch()
    try scratch.file("issuer.pem", chain.issuer.pem.utf8)
    try scratch.file("sound", try chain.mint(.sample).base64.utf8)
    try scratch.file("flawed", try chain.mint(.sample, flaw: .flippedSignature).base64.utf8)
    let documents = try ToolRun(
      ["decode", "--trust-anchor", "issuer.pem", "sound", "flawed"], directory: scratch.url
    ).lines
    #expect(documents.count { $0.contains("\"format\":\"transaction-receipt\"") } == 2)
    #expect(documents.count { $0.contains("\"verdict\":\"bad-signature\"") } == 1)
    try SchemaCheck.expectValid(documents, "decode-1")
    #expect(documents.count { $0.contains("\"verdict\":\"test-signed\"") } == (version == .four ? 0 : 1))
    try SchemaCheck.expectRefused(documents[0], "decode-1", [("\"quantity\":\"1\"", "\"quantity\":1")])
  }

  /// One sound document, to be made wrong.
  private func sound() throws -> [String: Any] {
    let scratch = try Scratch()
    try scratch.file("root.pem", try Minted.anchor().utf8)
    try scratch.file("receipt", try Minted.receipt().bytes)
    let arguments = ["decode", "--attributes", "--compact", "--trust-anchor", "root.pem", "receipt"]
    return try ToolRun(arguments, directory: scratch.url).json()
  }

  private func line(_ document: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
  }

  /// Each puts a wrong value, in JSON, at a place; `nil` takes the member away.
  private static let wrong: [(path: [String], value: String?)] = [
    (["schema"], #""receipt-tool/decode/2""#), (["schema"], nil), (["source"], "1"), (["input"], nil),
    (["input", "format"], #""jws""#), (["input", "layers"], #"["rot13"]"#), (["input", "more"], "true"),
    (["authenticity"], "null"), (["authenticity", "verdict"], #""trusted""#),
    (["authenticity", "verdict"], #""authentic""#),
    (["authenticity", "verdict"], #""bad-signature""#), (["authenticity", "anchor"], "null"),
    (["authenticity", "steps"], "[]"), (["authenticity", "judged_at"], #""2025-12-26 18:39:47""#),
    (["environment"], #""Production ""#), (["receipt"], "null"), (["receipt", "request_date"], #""x""#),
    (["receipt", "adam_id"], #""0""#), (["receipt", "app_item_id"], nil), (["receipt", "download_id"], nil),
    (["receipt", "bundle_id"], "null"), (["receipt", "receipt_creation_date_pst"], nil),
    (["receipt", "receipt_creation_date"], #""2025-12-26T18:39:47Z""#), (["receipt", "receipt_creation_date_ms"], "1"),
    (["receipt", "in_app"], nil), (["receipt", "in_app"], #"[{"quantity":1}]"#),
    (["receipt", "in_app"], #"[{"is_trial_period":true}]"#), (["receipt", "in_app"], #"[{"unknown":"1"}]"#),
    (["receipt", "in_app"], #"[{"in_app_ownership_type":"0"}]"#),
    (["receipt", "in_app"], #"[{"expires_date_ms":"0"}]"#),
    (["irregularities"], nil), (["irregularities"], #"[{"kind":"odd_value"}]"#), (["attributes"], #"[{"type":1}]"#),
    (["jws"], #"{"verified":true}"#), (["error"], #""none""#), (["verified"], "true"),
  ]

  @Test("wrong documents are refused")
  func refused() throws {
    let sound = try sound()
    let documents = try Self.wrong.map { change -> String in
      var document = sound
      let value = try change.value.map {
        try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)
      }
      if change.path.count == 1 {
        document[change.path[0]] = value
      } else {
        var inner = try #require(document[change.path[0]] as? [String: Any])
        inner[change.path[1]] = value
        document[change.path[0]] = inner
      }
      return try line(document)
    }
    try SchemaCheck.expectValid([try line(sound)], "decode-1")
    try SchemaCheck.expectWrong(documents, "decode-1")
  }
}
