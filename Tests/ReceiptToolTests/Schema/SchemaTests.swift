import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@Suite("JSON Schema of decode", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct SchemaTests {
  private static let vectors = Package.root.appendingPathComponent("TestReceipts")

  private func vectorFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Self.vectors.path).sorted()
      .filter { ![".json", ".md", "pem"].contains(where: $0.hasSuffix) || $0 == "pem.pem" }
  }

  private func expectValid(_ documents: [String], location: SourceLocation = #_sourceLocation) throws {
    for (complaint, document) in zip(try SchemaCheck.complaints(documents), documents) where !complaint.isEmpty {
      Issue.record("\(document.prefix(100)): \(complaint)", sourceLocation: location)
    }
  }

  @Test("what the tool says of every vector is valid, with and without attributes", arguments: [[], ["--attributes"]])
  func vectors(_ options: [String]) throws {
    let files = try vectorFiles()
    #expect(files.count > 25)
    let run = try ToolRun(
      ["decode", "--trust-anchor", "root.pem", "--trust-anchor", "xcode.pem"] + options + files + ["missing.b64"],
      directory: Self.vectors)
    let documents = run.stdout.split(separator: "\n").map(String.init)
    #expect(documents.count == files.count + 1)
    let errors =
      files.count { $0.hasPrefix("truncated.") || $0.hasPrefix("not-a-receipt.") }
      + MintFlaw.all.count { $0.promise.error != nil } + JWSFlaw.all.count { $0.promise.error != nil }
    #expect(documents.count { $0.contains("\"error\":") } == errors + 1)
    #expect(documents.count { $0.contains("\"verdict\":\"test-signed\"") } > 15)
    #expect(documents.contains { $0.contains("\"attributes\":") } == (options == ["--attributes"]))
    try expectValid(documents)
  }

  @Test("the published receipts", .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func published() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Package.realReceipts.path).sorted()
      .filter { $0.hasSuffix(".b64") }
    let run = try ToolRun(["decode", "--attributes", "--at", "2026-01-01"] + files, directory: Package.realReceipts)
    let documents = run.stdout.split(separator: "\n").map(String.init)
    #expect(documents.count == 8)
    try expectValid(documents)
    let own = try ToolRun(["decode"] + files, directory: Package.realReceipts)
    #expect(own.stdout.split(separator: "\n").count { $0.contains("\"verdict\":\"authentic\"") } == 4)
    try expectValid(own.stdout.split(separator: "\n").map(String.init))
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
    let documents = run.stdout.split(separator: "\n").map(String.init)
    #expect(documents.count == 4)
    try expectValid(documents)
  }

  @Test("transaction receipts of every version", arguments: TransactionVersion.allCases)
  func transactionReceipt(_ version: TransactionVersion) throws {
    let chain = try Minted.authority.get().transactionChain(version)
    let minter = TransactionMinter(chain)
    let scratch = try Scratch()
    try scratch.file("issuer.pem", chain.issuer.pem.utf8)
    try scratch.file("sound", try minter.mint(.sample).base64.utf8)
    try scratch.file("flawed", try minter.mint(.sample, flaw: .flippedSignature).base64.utf8)
    let run = try ToolRun(["decode", "--trust-anchor", "issuer.pem", "sound", "flawed"], directory: scratch.url)
    let documents = run.stdout.split(separator: "\n").map(String.init)
    #expect(documents.count { $0.contains("\"format\":\"transaction-receipt\"") } == 2)
    #expect(documents.count { $0.contains("\"verdict\":\"bad-signature\"") } == 1)
    try expectValid(documents)
    #expect(documents.count { $0.contains("\"verdict\":\"test-signed\"") } == (version == .four ? 0 : 1))
    let number = documents[0].replacingOccurrences(of: "\"quantity\":\"1\"", with: "\"quantity\":1")
    #expect(number != documents[0])
    #expect(try SchemaCheck.complaints([number]) != [""])
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
    let complaints = try SchemaCheck.complaints([try line(sound)] + documents)
    #expect(complaints[0].isEmpty, "\(complaints[0])")
    for (change, complaint) in zip(Self.wrong, complaints.dropFirst()) {
      #expect(!complaint.isEmpty, "\(change.path) = \(String(describing: change.value)) is taken for valid")
    }
  }
}

/// The words that the schema lists are those that the library can write.
@Suite("Words of the JSON Schema")
struct SchemaWordTests {
  private func definitions() throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: try Data(contentsOf: SchemaCheck.schema)) as? [String: Any]
    return try #require(json?["$defs"] as? [String: Any])
  }

  /// The strings of an `enum`, whichever way leads to it.
  private func words(_ path: String...) throws -> [String] {
    var value: Any? = try definitions()
    for key in path { value = (value as? [String: Any])?[key] }
    return try #require((value as? [String: Any])?["enum"] as? [Any]).compactMap { $0 as? String }
  }

  @Test("are complete")
  func complete() throws {
    #expect(
      try words("errorDocument", "properties", "error", "properties", "code")
        == ReceiptError.Code.allCases.map(\.rawValue))
    #expect(try words("input", "properties", "layers", "items") == InputLayer.allCases.map(\.rawValue))
    #expect(try words("environment") == ReceiptEnvironment.allCases.map(\.rawValue))
    #expect(try words("authenticity", "properties", "verdict") == Authenticity.Verdict.allCases.map(\.rawValue))
    #expect(
      try words("authenticity", "properties", "judged_at_source")
        == Authenticity.JudgedAt.Source.allCases.map(\.rawValue))
    #expect(
      try words("authenticity", "properties", "digest_algorithm") == DigestAlgorithm.allCases.map(\.rawValue))
    #expect(try words("step", "properties", "step") == Authenticity.Step.Name.allCases.map(\.rawValue))
    #expect(try words("step", "properties", "outcome") == Authenticity.Step.Outcome.allCases.map(\.rawValue))
    #expect(try words("irregularity", "properties", "kind") == ReceiptIrregularity.Kind.allCases.map(\.rawValue))
  }
}
