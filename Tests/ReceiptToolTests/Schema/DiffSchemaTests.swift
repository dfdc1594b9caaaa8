import Foundation
import ReceiptKit
import Testing

@Suite("JSON Schema of diff", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct DiffSchemaTests {
  private typealias Life = CompareTransactionsTests.Life

  private func line(_ life: Life, _ arguments: [String], input: [UInt8] = []) throws -> String {
    let run = try ToolRun(["diff", "--json"] + arguments, input: input, directory: life.url)
    return String(decoding: try JSONSerialization.data(withJSONObject: try run.json()), as: UTF8.self)
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
    for (complaint, document) in zip(try SchemaCheck.complaints(documents, schema: "diff-1"), documents)
    where !complaint.isEmpty {
      Issue.record("\(document.prefix(300)): \(complaint)")
    }
    for verdict in HistoryDifference.Verdict.allCases {
      #expect(documents.contains { $0.contains("\"verdict\":\"\(verdict.rawValue)\"") }, "\(verdict)")
    }
    let wrong: [(String, String)] = [
      ("\"verdict\":\"differs\"", "\"verdict\":\"same\""), ("\"newer\":\"second\"", "\"newer\":\"third\""),
      ("\"renewed\"", "\"renewal\""), ("\"expected\":true", "\"expected\":false"),
      ("\"kind\":\"added\"", "\"kind\":\"new\""), ("\"doubts\":[]", "\"doubts\":[\"x\"]"),
      ("\"apart_seconds\":", "\"seconds\":"), ("\"subject\":\"purchase\"", "\"subject\":\"x\""),
      ("\"before\":\"first\"", "\"before\":null"), ("\"side\":\"second\"", "\"side\":2"),
    ]
    let changed = try wrong.map { found, replacement in
      let text = documents[0].replacingOccurrences(of: found, with: replacement)
      try #require(text != documents[0], "\(found)")
      return text
    }
    let complaints = try SchemaCheck.complaints(changed, schema: "diff-1")
    for (change, complaint) in zip(wrong, complaints) { #expect(!complaint.isEmpty, "\(change)") }
  }

  @Test("the words are those that the library can write")
  func words() throws {
    let file = Package.root.appendingPathComponent("Schemas/diff-1.schema.json")
    let schema = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any]
    let definitions = try #require(schema?["$defs"] as? [String: Any])
    func words(_ path: String...) -> [String]? {
      var value: Any? = definitions
      for key in path { value = (value as? [String: Any])?[key] }
      return (value as? [String: Any])?["enum"] as? [String]
    }
    #expect(words("cause") == HistoryChange.Cause.allCases.map(\.rawValue))
    #expect(words("side") == HistoryDifference.Side.allCases.map(\.rawValue))
    #expect(words("change", "properties", "kind") == HistoryChange.Kind.allCases.map(\.rawValue))
    #expect(words("change", "properties", "subject") == HistoryChange.Subject.allCases.map(\.rawValue))
    #expect(words("difference", "properties", "verdict") == HistoryDifference.Verdict.allCases.map(\.rawValue))
  }
}
