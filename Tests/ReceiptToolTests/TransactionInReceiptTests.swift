import Foundation
import Testing

@Suite("validate --transaction, run as a program")
struct TransactionInReceiptTests {
  private static let receipt = Package.root.appendingPathComponent("TestReceipts/sandbox-subscription.b64").path
  private static let base = [
    "validate", "--trust-anchor", Package.root.appendingPathComponent("TestReceipts/root.pem").path,
    "--allow-test-signed", "--at", "2025-12-27",
  ]

  @Test("a transaction is found by its id, the original one and that of the order line")
  func found() throws {
    let decoded = try ToolRun(["decode", "--in-app", Self.receipt])
    let purchases = try #require(
      JSONSerialization.jsonObject(with: Data(decoded.stdout.utf8)) as? [[String: Any]])
    let one = try #require(purchases.first { $0["web_order_line_item_id"] != nil })
    for key in ["transaction_id", "original_transaction_id", "web_order_line_item_id"] {
      let identifier = try #require(one[key] as? String)
      let run = try ToolRun(Self.base + ["--transaction", identifier, Self.receipt])
      #expect(run.status == 0, "\(key) \(run.stdout)")
      let name = try #require(one["transaction_id"] as? String)
      #expect(key != "transaction_id" || run.stdout.contains("transaction \(name)"))
    }
  }

  @Test("one that is not in it fails, with the likely reasons; one of several is enough for that")
  func missing() throws {
    let run = try ToolRun(Self.base + ["--transaction", "2000000999999999", Self.receipt])
    #expect(run.status == 1)
    let checks = try #require(try run.json()["checks"] as? [[String: Any]])
    let products = try #require(checks.first { $0["check"] as? String == "products" })
    let reason = try #require(products["reason"] as? String)
    #expect(products["outcome"] as? String == "failed")
    #expect(
      reason.contains("bought after the receipt was made (2025-12-26T") && reason.contains("consumable"), "\(reason)")
    #expect(try ToolRun(Self.base + ["--transaction", "", Self.receipt]).status == 64)
  }
}
