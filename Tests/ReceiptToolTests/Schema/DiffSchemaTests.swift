import Foundation
import ReceiptKit
import Testing

@Suite("JSON Schema of diff", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct DiffSchemaTests {
  private func line(_ life: Life, _ arguments: [String], input: [UInt8] = []) throws -> String {
    try ToolRun(["diff", "--json"] + arguments, input: input, directory: life.url).oneLine()
  }

  @Test("reports of every kind are valid, and wrong documents are refused")
  func valid() throws {
    let trust = ["--trust-anchor", "anchor.pem"]
    var documents: [String] = []
    for scenario in ["trial-renew-refund", "consumables", "family-sharing-revoked", "cancel-auto-renew"] {
      let life = try Life(scenario)
      for kind in ["receipt", "notification"] {
        documents.append(try line(life, trust + [try life.file(1, kind), try life.file(3, kind)]))
        documents.append(try line(life, [try life.file(2, kind), try life.file(2, kind)]))
        documents.append(try line(life, trust + [try life.file(2, kind), try life.file(2, kind)]))
      }
    }
    let life = try Life()
    let answer =
      #"{"status":0,"environment":"Production","receipt":{"bundle_id":"a","in_app":[{"transaction_id":"5"}]}}"#
    documents.append(
      try line(life, trust + ["--at", "2026-01-01", try life.file(2, "receipt"), "-"], input: Array(answer.utf8)))
    try SchemaCheck.expectValid(documents, "diff-1")
    for verdict in HistoryDifference.Verdict.allCases {
      #expect(documents.contains { $0.contains("\"verdict\":\"\(verdict.rawValue)\"") }, "\(verdict)")
    }
    try SchemaCheck.expectRefused(
      documents[0], "diff-1",
      [
        ("\"verdict\":\"differs\"", "\"verdict\":\"same\""), ("\"newer\":\"second\"", "\"newer\":\"third\""),
        ("\"renewed\"", "\"renewal\""), ("\"expected\":true", "\"expected\":false"),
        ("\"kind\":\"added\"", "\"kind\":\"new\""), ("\"doubts\":[]", "\"doubts\":[\"x\"]"),
        ("\"apart_seconds\":", "\"seconds\":"), ("\"subject\":\"purchase\"", "\"subject\":\"x\""),
        ("\"before\":\"first\"", "\"before\":null"), ("\"side\":\"second\"", "\"side\":2"),
      ])
  }
}
