import Foundation
import Testing

@Suite("JSON Schema of compare", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct CompareSchemaTests {
  /// The report as one line.
  private func report(_ receipt: String, _ answer: [UInt8], _ arguments: [String] = []) throws -> String {
    try ToolRun(
      ["compare", "--json", "--trust-anchor", "root.pem", receipt, "--response", "-"] + arguments, input: answer,
      directory: Package.vectors
    ).oneLine()
  }

  private func answer() throws -> String {
    try String(contentsOf: Package.vectors.appendingPathComponent("verifyreceipt-answer.body"), encoding: .utf8)
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
    try SchemaCheck.expectValid(documents, "compare-1")
    #expect(documents.contains { $0.contains("\"agrees\"") } && documents.contains { $0.contains("\"incomplete\"") })
  }

  @Test("wrong documents are refused")
  func refused() throws {
    try SchemaCheck.expectRefused(
      try report("sandbox-subscription.b64", Array(try answer().utf8)), "compare-1",
      [
        ("\"verdict\":\"agrees\"", "\"verdict\":\"equal\""), ("\"kind\":\"only-apple\"", "\"kind\":\"only-local\""),
        ("\"expected\":true", "\"expected\":false"), ("\"cause\":\"server-state\"", "\"cause\":\"server\""),
        ("\"schema\":\"receipt-tool/compare/1\"", "\"schema\":\"x\""), ("\"equal\":", "\"equals\":"),
        ("\"pointer\":\"/", "\"pointer\":\""), ("\"another_receipt\":null", "\"another_receipt\":\"x\""),
        ("\"follow_up\":\"accept\"", "\"follow_up\":\"yes\""), ("\"outcome\":\"agrees\"", "\"outcome\":\"silent\""),
      ])
  }
}
