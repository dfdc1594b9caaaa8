import Foundation
import ReceiptMint
import Testing

@Suite("JSON Schema of status", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct StatusSchemaTests {
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
      try SchemaCheck.expectValid(run.lines, "status-1")
    }
  }

  @Test("of several inputs together")
  func together() throws {
    let notification = try ToolRun(
      [
        "status", "--json", "--together", "--trust-anchor", "root.pem", "jws-transaction.jws",
        "jws-notification-refund.jws",
      ],
      directory: Package.vectors)
    #expect(notification.status == 0)
    try SchemaCheck.expectValid([try notification.oneLine()], "status-1")
  }

  @Test("wrong documents are refused")
  func refused() throws {
    try SchemaCheck.expectRefused(
      try ToolRun(["status", "--json"], input: try Minted.receipt().bytes).oneLine(), "status-1",
      [
        ("\"state\":\"expired\"", "\"state\":\"over\""), ("\"active\":false", "\"active\":true"),
        ("\"kind\":\"paid\"", "\"kind\":\"gratis\""), ("\"schema\":\"receipt-tool/status/1\",", ""),
        ("\"unverified_because\":null", "\"unverified_because\":\"x\""), ("\"notes\":[]", "\"notes\":[1]"),
        ("\"running\":false", "\"running\":\"no\""), ("\"kind\":\"app-receipt\"", "\"kind\":\"receipt\""),
      ])
  }
}
