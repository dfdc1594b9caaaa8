import Foundation
import ReceiptKit
import Testing

@Suite("JSON Schema of compare --transactions", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct CompareTransactionsSchemaTests {
  @Test("reports of every kind are valid, and wrong documents are refused")
  func valid() throws {
    var documents: [String] = []
    for scenario in ["trial-renew-refund", "consumables", "family-sharing-revoked", "upgrade"] {
      let life = try Life(scenario)
      for kind in ["transaction", "notification"] {
        let files = life.all(kind) + life.all("renewal")
        documents.append(try life.compare(try life.file(2, "receipt"), files, ["--json"]).oneLine())
        documents.append(try life.compare(try life.file(1, "receipt"), files, ["--json", "--all"]).oneLine())
      }
    }
    let life = try Life()
    let last = try life.file(4, "transaction")
    let page =
      "{\"bundleId\":\"x\",\"hasMore\":false,\"signedTransactions\":[\"\(try life.text(last))\"],\"in_app\":[{}]}"
    documents.append(
      try life.compare(try life.file(4, "receipt"), ["-"], ["--json"], input: Array(page.utf8)).oneLine())
    documents.append(
      try ToolRun(
        ["compare", "--json", try life.file(4, "receipt"), "--transactions", last, "--transactions", "-"],
        input: Array("{\"status\":0,\"receipt\":{\"in_app\":[]}}".utf8), directory: life.url
      ).oneLine())
    try SchemaCheck.expectValid(documents, "compare-transactions-1")
    for verdict in Comparison.Verdict.allCases {
      #expect(documents.contains { $0.contains("\"verdict\":\"\(verdict.rawValue)\"") }, "\(verdict)")
    }
    try SchemaCheck.expectRefused(
      documents[0], "compare-transactions-1",
      [
        ("\"verdict\":\"agrees\"", "\"verdict\":\"equal\""), ("\"expected\":true", "\"expected\":false"),
        ("\"cause\":\"server-state\"", "\"cause\":\"edited\""), ("\"doubts\":[]", "\"doubts\":[\"x\"]"),
        ("\"both\":2", "\"both\":0"), ("\"kind\":\"only-apple\"", "\"kind\":\"only-local\""),
        ("\"piece\":", "\"part\":"), ("\"whole_history\":false", "\"whole_history\":null"),
        ("\"pieces\":[", "\"pieces\":[{},"),
      ])
  }
}
