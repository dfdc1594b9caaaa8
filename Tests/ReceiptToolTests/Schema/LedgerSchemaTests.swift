import Foundation
import ReceiptKit
import ReceiptLedger
import ReceiptMint
import Testing

@Suite("JSON Schemas of ledger", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct LedgerSchemaTests {
  @Test("every document of a ledger in which everything happened is valid")
  func documents() throws {
    let tool = try LedgerTool()
    var monthly = LedgerTool.coins("10", product: "monthly")
    monthly.productType = 3
    monthly.expiresDate = "2025-12-26T18:13:07Z"
    monthly.ownershipType = 1
    let coins = try LedgerTool.receipt([LedgerTool.coins("1"), LedgerTool.coins("2", product: "gems")])
    let subscription = try LedgerTool.receipt([monthly])
    var decisions: [String] = []
    let cases: [(receipt: String, order: String, account: String, more: [String])] = [
      (coins, "1", "jane", ["--max-order-age", "1h", "--application-username", "x"]), (coins, "1", "jane", []),
      (coins, "2", "joe", []), (subscription, "3", "jane", ["--keep-receipts", "--verify"]),
      ("garbage", "4", "joe", []),
      (coins, "5", "joe", ["--bundle-id", "com.example.other"]), (subscription, "1", "jane", []),
      (try LedgerTool.receipt([LedgerTool.coins("9")]), "1", "joe", []),
    ]
    for item in cases {
      decisions.append(
        contentsOf: try tool.add(item.receipt, order: item.order, account: item.account, item.more).lines)
    }
    let stream = try ToolRun(["ledger", "add", "--stream"] + tool.adding, input: Array("nonsense\n".utf8))
    try SchemaCheck.expectValid(decisions + stream.lines, "ledger-decision-1")
    let apple = try LoopbackApple { call in
      .init(call.path == "/production" ? #"{"status":21007}"# : LedgerTool.valid(call.receipt))
    }
    try SchemaCheck.expectValid(try tool.run("run", apple.options).lines, "ledger-event-1")
    let notification = """
      {"notification_type":"DID_FAIL_TO_RENEW","environment":"Sandbox","bid":"com.example.test","password":"secret0secret0",
      "unified_receipt":{"latest_receipt_info":[
      {"transaction_id":"11","original_transaction_id":"10","product_id":"monthly","purchase_date_ms":"1766772787000",
      "expires_date_ms":"1766774587000"},{"transaction_id":"50","original_transaction_id":"50","product_id":"yearly",
      "purchase_date_ms":"1766772787000","expires_date_ms":"1866774587000"},{"transaction_id":"1","product_id":"com.example.coins",
      "purchase_date_ms":"1766772787000","cancellation_date_ms":"1766774587000","cancellation_reason":"1"}],
      "pending_renewal_info":[{"original_transaction_id":"10","is_in_billing_retry_period":"1"}]}}
      """
    let bundle = #""bid":"com.example.test","#
    let notified = try ["", #""bid":"com.evil","#, bundle].flatMap { other in
      try tool.run("notify", [], input: notification.replacing(bundle, with: other)).lines
    }
    try SchemaCheck.expectValid(notified, "ledger-notify-1")
    let secret = try tool.scratch.file("secret", "secret0secret0".utf8).path
    #expect(try tool.run("notify", ["--shared-secret-file", secret], input: notification).status == 0)
    #expect(try tool.run("merge", ["joe", "jim"]).status == 0)
    try SchemaCheck.expectValid(try tool.run("events", ["--since", "0"]).lines, "ledger-event-1")
    let names = Set(try tool.eventNames())
    #expect(
      names.isSuperset(of: [
        "accepted", "pending", "verified", "renewed", "in_billing_retry", "refunded", "unclaimed", "merged",
      ]))
    for name in ["1", "jane", "10", "nobody"] {
      try SchemaCheck.expectValid([try tool.run("show", [name, "--json"]).oneLine()], "ledger-show-1")
    }
    for state in ListedState.allCases.map(\.rawValue) + [""] {
      let options = state.isEmpty ? [] : ["--state", state]
      try SchemaCheck.expectValid([try tool.run("list", options + ["--json"]).oneLine()], "ledger-list-1")
    }
    try SchemaCheck.expectValid([try tool.run("stats", ["--json"]).oneLine()], "ledger-stats-1")
    let accounts = ["jane", "jim", "unknown"]
    try SchemaCheck.expectValid(
      try accounts.map { try tool.run("entitlements", [$0, "--json"]).oneLine() }, "ledger-entitlements-1")
    #expect(try tool.run("erase", ["jane"]).status == 0)
    let replay = try tool.add(coins, order: "8", account: "jane")
    #expect(replay.stdout.contains("its account was erased"))
    try SchemaCheck.expectValid(replay.lines, "ledger-decision-1")
    try SchemaCheck.expectValid(try tool.run("events", ["--since", "0"]).lines, "ledger-event-1")
    try SchemaCheck.expectValid([try tool.run("show", ["jane", "--json"]).oneLine()], "ledger-show-1")
    try SchemaCheck.expectValid([try tool.run("check", ["--json"]).oneLine()], "ledger-check-1")
    try SchemaCheck.expectValid([try tool.run("apps", ["list", "--json"]).oneLine()], "ledger-apps-1")
  }

  @Test("the documents of merges and erasures, which only HTTP has, are valid")
  func changes() throws {
    let owner = "owner-token-0123456789"
    let service = try PurchaseServiceTests.Service(tokens: "owner present,administer \(owner)\n")
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    #expect(
      try service.present(LedgerTool.line(receipt, order: "A", account: "jane"), token: owner).status == 200)
    let bearer = ["Authorization: Bearer \(owner)"]
    let merged = try service.server.post("/v1/accounts/jane/merge", #"{"into":"joan"}"#, bearer)
    let moved = try service.server.post("/v1/transactions/1/transfer", #"{"into":"jim"}"#, bearer)
    try SchemaCheck.expectValid([merged, moved].map { try SchemaCheck.oneLine($0.text) }, "ledger-merge-1")
    let erased = try SchemaCheck.oneLine(try service.server.ask("DELETE", "/v1/accounts/joan", bearer).text)
    try SchemaCheck.expectRefused(erased, "ledger-erasure-1", [("true", "\"yes\"")])
    try SchemaCheck.expectWrong([erased], "ledger-merge-1")
  }

  @Test("wrong documents are refused")
  func refused() throws {
    let event = #"{"schema":"receipt-tool/ledger-event/1","seq":0,"at":"2026-01-01T00:00:00Z","event":"accepted"}"#
    try SchemaCheck.expectWrong([event], "ledger-event-1")
    let check = #"{"schema":"receipt-tool/ledger-check/1","is_sound":"yes","flaws":[]}"#
    try SchemaCheck.expectWrong([check], "ledger-check-1")
  }
}
