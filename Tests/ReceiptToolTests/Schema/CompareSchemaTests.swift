import Foundation
import ReceiptKit
import Testing

@Suite("JSON Schema of compare", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct CompareSchemaTests {
  private static let vectors = Package.root.appendingPathComponent("TestReceipts")

  /// The report as one line.
  private func report(_ receipt: String, _ answer: [UInt8], _ arguments: [String] = []) throws -> String {
    let run = try ToolRun(
      ["compare", "--json", "--trust-anchor", "root.pem", receipt, "--response", "-"] + arguments, input: answer,
      directory: Self.vectors)
    let object = try JSONSerialization.jsonObject(with: Data(run.stdout.utf8))
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  private func answer() throws -> String {
    try String(contentsOf: Self.vectors.appendingPathComponent("verifyreceipt-answer.body"), encoding: .utf8)
  }

  @Test("reports of every kind are valid")
  func valid() throws {
    let text = try answer()
    var documents = [
      try report("sandbox-subscription.b64", Array(text.utf8)),
      try report("sandbox-subscription.b64", Array(text.utf8), ["--all"]),
      try report("production.b64", Array(text.utf8)), try report("transaction-receipt.b64", Array(text.utf8)),
      try report("bare-payload.b64", Array(text.utf8)), try report("bad-signature.b64", Array(text.utf8)),
    ]
    for status in ["0", "21002", "21005", "21007", "-5", "21150,\"is_retryable\":true"] {
      documents.append(try report("sandbox-subscription.b64", Array("{\"status\":\(status)}".utf8)))
    }
    let changes = [
      ("\"in_app\": [", "\"in_app\": [7, null, {\"transaction_id\": 5},"),
      ("\"latest_receipt\": \"MII", "\"latest_receipt\": \"x"),
      ("\"receipt\": {", "\"receipt\": null, \"x\": {"),
      ("\"quantity\": \"1\"", "\"quantity\": null, \"quantity\": {}"),
      ("\"product_id\"", "\"sku\""), ("\"latest_receipt_info\": [", "\"latest_receipt_info\": [{},"),
    ]
    for (found, replacement) in changes {
      #expect(text.contains(found))
      let changed = text.replacingOccurrences(of: found, with: replacement)
      documents.append(try report("sandbox-subscription.b64", Array(changed.utf8), ["--all"]))
    }
    let complaints = try SchemaCheck.complaints(documents, schema: "compare-1")
    for (complaint, document) in zip(complaints, documents) where !complaint.isEmpty {
      Issue.record("\(document.prefix(200)): \(complaint)")
    }
    #expect(documents.contains { $0.contains("\"agrees\"") } && documents.contains { $0.contains("\"incomplete\"") })
  }

  @Test("wrong documents are refused")
  func refused() throws {
    let text = try report("sandbox-subscription.b64", Array(try answer().utf8))
    let wrong: [(String, String)] = [
      ("\"verdict\":\"agrees\"", "\"verdict\":\"equal\""), ("\"kind\":\"only-apple\"", "\"kind\":\"only-local\""),
      ("\"expected\":true", "\"expected\":false"), ("\"cause\":\"server-state\"", "\"cause\":\"server\""),
      ("\"schema\":\"receipt-tool\\/compare\\/1\"", "\"schema\":\"x\""), ("\"equal\":", "\"equals\":"),
      ("\"pointer\":\"\\/", "\"pointer\":\""), ("\"another_receipt\":null", "\"another_receipt\":\"x\""),
      ("\"follow_up\":\"accept\"", "\"follow_up\":\"yes\""), ("\"outcome\":\"agrees\"", "\"outcome\":\"silent\""),
    ]
    let documents =
      try [text]
      + wrong.map { found, replacement in
        let changed = text.replacingOccurrences(of: found, with: replacement)
        try #require(changed != text, "\(found)")
        return changed
      }
    let complaints = try SchemaCheck.complaints(documents, schema: "compare-1")
    #expect(complaints[0].isEmpty, "\(complaints[0])")
    for (change, complaint) in zip(wrong, complaints.dropFirst()) { #expect(!complaint.isEmpty, "\(change)") }
  }
}

/// The words that the schema lists are those that the library can write.
@Suite("Words of the JSON Schema of compare")
struct CompareSchemaWordTests {
  private func words(_ path: String...) throws -> [String] {
    let file = Package.root.appendingPathComponent("Schemas/compare-1.schema.json")
    var value: Any? = (try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any])?["$defs"]
    for key in path { value = (value as? [String: Any])?[key] }
    return try #require((value as? [String: Any])?["enum"] as? [Any]).compactMap { $0 as? String }
  }

  @Test("are complete")
  func complete() throws {
    #expect(try words("cause") == DifferenceCause.ofAnswers.map(\.rawValue))
    #expect(try words("field", "properties", "kind") == ComparedField.Kind.allCases.map(\.rawValue))
    #expect(try words("report", "properties", "verdict") == Comparison.Verdict.allCases.map(\.rawValue))
    #expect(
      try words("report", "properties", "status_agreement", "properties", "outcome")
        == StatusAgreement.Outcome.allCases.map(\.rawValue))
    #expect(
      try words("report", "properties", "response", "properties", "follow_up")
        == VerifyReceiptStatus.FollowUp.allCases.map(\.rawValue))
  }
}
