import Foundation
import ReceiptKit
import Testing

@Suite("JSON Schema of compare --transactions", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct CompareTransactionsSchemaTests {
  private typealias Life = CompareTransactionsTests.Life

  private func line(_ run: ToolRun) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: try run.json()), as: UTF8.self)
  }

  @Test("reports of every kind are valid, and wrong documents are refused")
  func valid() throws {
    var documents: [String] = []
    for scenario in ["trial-renew-refund", "consumables", "family-sharing-revoked", "upgrade"] {
      let life = try Life(scenario)
      for kind in ["transaction", "notification"] {
        let files = life.all(kind) + life.all("renewal")
        documents.append(try line(life.compare(try life.file(2, "receipt"), files, ["--json"])))
        documents.append(try line(life.compare(try life.file(1, "receipt"), files, ["--json", "--all"])))
      }
    }
    let life = try Life()
    let last = try life.file(4, "transaction")
    let page =
      "{\"bundleId\":\"x\",\"hasMore\":false,\"signedTransactions\":[\"\(try life.text(last))\"],\"in_app\":[{}]}"
    documents.append(
      try line(life.compare(try life.file(4, "receipt"), ["-"], ["--json"], input: Array(page.utf8))))
    documents.append(
      try line(
        ToolRun(
          ["compare", "--json", try life.file(4, "receipt"), "--transactions", last, "--transactions", "-"],
          input: Array("{\"status\":0,\"receipt\":{\"in_app\":[]}}".utf8), directory: life.url)))
    for (complaint, document) in zip(
      try SchemaCheck.complaints(documents, schema: "compare-transactions-1"), documents)
    where !complaint.isEmpty {
      Issue.record("\(document.prefix(300)): \(complaint)")
    }
    for verdict in Comparison.Verdict.allCases {
      #expect(documents.contains { $0.contains("\"verdict\":\"\(verdict.rawValue)\"") }, "\(verdict)")
    }
    let wrong: [(String, String)] = [
      ("\"verdict\":\"agrees\"", "\"verdict\":\"equal\""), ("\"expected\":true", "\"expected\":false"),
      ("\"cause\":\"server-state\"", "\"cause\":\"edited\""), ("\"doubts\":[]", "\"doubts\":[\"x\"]"),
      ("\"both\":2", "\"both\":0"), ("\"kind\":\"only-apple\"", "\"kind\":\"only-local\""), ("\"piece\":", "\"part\":"),
      ("\"whole_history\":false", "\"whole_history\":null"), ("\"pieces\":[", "\"pieces\":[{},"),
    ]
    let changed = try wrong.map { found, replacement in
      let text = documents[0].replacingOccurrences(of: found, with: replacement)
      try #require(text != documents[0], "\(found)")
      return text
    }
    let complaints = try SchemaCheck.complaints(changed, schema: "compare-transactions-1")
    for (change, complaint) in zip(wrong, complaints) { #expect(!complaint.isEmpty, "\(change)") }
  }

  @Test("the words are those that the library can write")
  func words() throws {
    let file = Package.root.appendingPathComponent("Schemas/compare-transactions-1.schema.json")
    let schema = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any]
    let definitions = try #require(schema?["$defs"] as? [String: Any])
    #expect(
      (definitions["cause"] as? [String: Any])?["enum"] as? [String] == DifferenceCause.ofSignedData.map(\.rawValue))
  }
}
