import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@Suite("JSON Schema of status", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct StatusSchemaTests {
  private static let vectors = Package.root.appendingPathComponent("TestReceipts")

  private func expectValid(_ documents: [String], location: SourceLocation = #_sourceLocation) throws {
    let complaints = try SchemaCheck.complaints(documents, schema: "status-1")
    for (complaint, document) in zip(complaints, documents) where !complaint.isEmpty {
      Issue.record("\(document.prefix(100)): \(complaint)", sourceLocation: location)
    }
  }

  @Test("what the tool says of every vector is valid")
  func vectors() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.vectors.path).sorted()
      .filter { ![".json", ".md", "pem"].contains(where: $0.hasSuffix) || $0 == "pem.pem" }
    let run = try ToolRun(
      ["status", "--json", "--trust-anchor", "root.pem"] + files + ["missing.b64"], directory: Self.vectors)
    let documents = run.stdout.split(separator: "\n").map(String.init)
    #expect(documents.count == files.count + 1)
    #expect(documents.contains { $0.contains("\"error\":") } && documents.contains { $0.contains("\"test-signed\"") })
    try expectValid(documents)
  }

  @Test(
    "of the published receipts and of Apple's answer",
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func published() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Package.realReceipts.path).sorted()
      .filter { $0 != "README.md" }
    let run = try ToolRun(
      ["status", "--json", "--at", "2020-07-22T18:00:00Z"] + files, directory: Package.realReceipts)
    #expect(run.status == 0)
    try expectValid(run.stdout.split(separator: "\n").map(String.init))
  }

  @Test("of answers with everything, and with everything wrong")
  func answers() throws {
    let purchase = """
      {"product_id":"com.example.test.monthly","transaction_id":"1","original_transaction_id":"1","is_upgraded":"true",
       "purchase_date_ms":"1766770987000","expires_date_ms":"1766772787000","cancellation_date_ms":"1766772000000",
       "cancellation_reason":"1","promotional_offer_id":"x","is_in_intro_offer_period":"true","quantity":"1"}
      """.replacingOccurrences(of: "\n", with: " ")
    let renewal = """
      {"original_transaction_id":"1","product_id":"com.example.test.monthly","auto_renew_product_id":"b",
       "auto_renew_status":"1","expiration_intent":"77","is_in_billing_retry_period":"1","price_consent_status":"0",
       "grace_period_expires_date_ms":"1766772999000","promotional_offer_id":"y"}
      """.replacingOccurrences(of: "\n", with: " ")
    let scratch = try Scratch()
    let answers = [
      "{\"latest_receipt_info\":[\(purchase)],\"pending_renewal_info\":[\(renewal),\(renewal)],\"status\":5}",
      "{\"latest_receipt_info\":[1,{},\"x\"],\"pending_renewal_info\":7,\"receipt\":{\"in_app\":[{}]}}",
      "{\"unified_receipt\":{\"latest_receipt_info\":[\(purchase)]},\"notification_type\":\"CANCEL\"}",
      "{\"latest_receipt_info\":[{\"transaction_id\":\"1\",\"purchase_date_ms\":\"x\"},\(purchase),\(purchase)]}",
    ]
    for (index, answer) in answers.enumerated() { try scratch.file("\(index).json", answer.utf8) }
    for moment in ["2025-12-26T17:50:00Z", "2025-12-26T18:15:00Z", "2030-01-01"] {
      let run = try ToolRun(
        ["status", "--json", "--at", moment] + answers.indices.map { "\($0).json" }, directory: scratch.url)
      #expect(run.status == 0)
      try expectValid(run.stdout.split(separator: "\n").map(String.init))
    }
  }

  @Test("of several inputs together")
  func together() throws {
    let notification = try ToolRun(
      [
        "status", "--json", "--together", "--trust-anchor", "root.pem", "jws-transaction.jws",
        "jws-notification-refund.jws",
      ],
      directory: Self.vectors)
    #expect(notification.status == 0)
    try expectValid([try compact(notification.stdout)])
  }

  private func compact(_ text: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  @Test("wrong documents are refused")
  func refused() throws {
    let text = try ToolRun(["status", "--json"], input: try Minted.receipt().bytes).stdout
    let wrong: [(String, String)] = [
      ("\"state\": \"expired\"", "\"state\": \"over\""), ("\"active\": false", "\"active\": true"),
      ("\"kind\": \"paid\"", "\"kind\": \"free\""), ("\"schema\": \"receipt-tool/status/1\",", ""),
      ("\"unverified_because\": null", "\"unverified_because\": \"x\""), ("\"notes\": []", "\"notes\": [1]"),
      ("\"running\": false", "\"running\": \"no\""), ("\"kind\": \"app-receipt\"", "\"kind\": \"receipt\""),
    ]
    let documents =
      [text]
      + wrong.map { found, replacement in
        let changed = text.replacingOccurrences(of: found, with: replacement)
        #expect(changed != text, "\(found)")
        return changed
      }
    let lines = try documents.map { document in
      let object = try JSONSerialization.jsonObject(with: Data(document.utf8))
      return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }
    let complaints = try SchemaCheck.complaints(lines, schema: "status-1")
    #expect(complaints[0].isEmpty, "\(complaints[0])")
    for (change, complaint) in zip(wrong, complaints.dropFirst()) { #expect(!complaint.isEmpty, "\(change)") }
  }
}

/// The words that the schema lists are those that the library can write.
@Suite("Words of the JSON Schema of status")
struct StatusSchemaWordTests {
  private func words(_ path: String...) throws -> [String] {
    let file = Package.root.appendingPathComponent("Schemas/status-1.schema.json")
    var value: Any? = (try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any])?["$defs"]
    for key in path { value = (value as? [String: Any])?[key] }
    return try #require((value as? [String: Any])?["enum"] as? [Any]).compactMap { $0 as? String }
  }

  @Test("are complete")
  func complete() throws {
    let document = "statusDocument"
    #expect(try words("input", "properties", "kind") == PurchaseHistory.Kind.allCases.map(\.rawValue))
    #expect(
      try words(document, "properties", "authenticity", "properties", "verdict")
        == Authenticity.Verdict.allCases.map(\.rawValue))
    #expect(
      try words(document, "properties", "as_of", "properties", "source")
        == StatusRenderer.MomentSource.allCases.map(\.rawValue))
    #expect(
      try words(document, "properties", "known_until", "properties", "source")
        == PurchaseHistory.Knowledge.Source.allCases.map(\.rawValue))
    #expect(try words("subscription", "properties", "state") == Holding.State.names)
    #expect(try words("period", "properties", "kind") == Subscription.Kind.allCases.map(\.rawValue))
    #expect(try words("period", "properties", "upgraded") == Subscription.Upgrade.allCases.map(\.rawValue))
    #expect(try words("period", "properties", "offer_kind") == PurchaseRecord.OfferKind.allCases.map(\.rawValue))
    let access = try words("notification", "properties", "access")
    #expect(access == NotificationMeaning.Access.allCases.map(\.rawValue))
    #expect(try words("subscription", "properties", "claimed_state") == Holding.State.names)
    #expect(try words("period", "properties", "offer_kind") == (try words("renewal", "properties", "offer_kind")))
    #expect(try words("irregularity", "properties", "kind") == PurchaseIrregularity.Kind.allCases.map(\.rawValue))
  }
}
