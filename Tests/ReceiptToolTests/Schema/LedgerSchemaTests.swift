import Foundation
import ReceiptKit
import ReceiptLedger
import ReceiptMint
import Testing

@Suite("JSON Schemas of ledger", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct LedgerSchemaTests {
  private func expectValid(_ documents: [String], _ schema: String, location: SourceLocation = #_sourceLocation) throws
  {
    #expect(!documents.isEmpty, sourceLocation: location)
    for (complaint, document) in zip(try SchemaCheck.complaints(documents, schema: schema), documents)
    where !complaint.isEmpty {
      Issue.record("\(document.prefix(200)): \(complaint)", sourceLocation: location)
    }
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  /// One document on one line.
  private func line(_ text: String) throws -> String {
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return String(
      decoding: try JSONSerialization.data(withJSONObject: json, options: .withoutEscapingSlashes), as: UTF8.self)
  }

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
        contentsOf: lines(try tool.add(item.receipt, order: item.order, account: item.account, item.more).stdout))
    }
    let stream = try ToolRun(["ledger", "add", "--stream"] + tool.adding, input: Array("nonsense\n".utf8))
    try expectValid(decisions + lines(stream.stdout), "ledger-decision-1")
    let apple = try LoopbackApple { call in
      .init(call.path == "/production" ? #"{"status":21007}"# : LedgerTool.valid(call.receipt))
    }
    try expectValid(lines(try tool.run("run", apple.options).stdout), "ledger-event-1")
    let notification = """
      {"notification_type":"DID_FAIL_TO_RENEW","environment":"Sandbox","bid":"com.example.test","password":"secret0secret0",
      "unified_receipt":{"latest_receipt_info":[
      {"transaction_id":"11","original_transaction_id":"10","product_id":"monthly","purchase_date_ms":"1766772787000",
      "expires_date_ms":"1766774587000"},{"transaction_id":"50","original_transaction_id":"50","product_id":"yearly",
      "purchase_date_ms":"1766772787000","expires_date_ms":"1866774587000"},{"transaction_id":"1","product_id":"com.example.coins",
      "purchase_date_ms":"1766772787000","cancellation_date_ms":"1766774587000","cancellation_reason":"1"}],
      "pending_renewal_info":[{"original_transaction_id":"10","is_in_billing_retry_period":"1"}]}}
      """
    let unproven = try ["", #""bid":"com.evil","#].map { more in
      let text = notification.replacing(#""bid":"com.example.test","#, with: more)
      return try tool.run("notify", [], input: text).stdout
    }
    try expectValid(
      try (unproven + [tool.run("notify", [], input: notification).stdout]).flatMap(lines), "ledger-notify-1")
    let secret = try tool.scratch.file("secret", "secret0secret0".utf8).path
    #expect(try tool.run("notify", ["--shared-secret-file", secret], input: notification).status == 0)
    #expect(try tool.run("merge", ["joe", "jim"]).status == 0)
    try expectValid(lines(try tool.run("events", ["--since", "0"]).stdout), "ledger-event-1")
    let names = Set(try tool.eventNames())
    #expect(
      names.isSuperset(of: [
        "accepted", "pending", "verified", "renewed", "in_billing_retry", "refunded", "unclaimed", "merged",
      ]))
    for name in ["1", "jane", "10", "nobody"] {
      try expectValid([try line(try tool.run("show", [name, "--json"]).stdout)], "ledger-show-1")
    }
    for state in ListedState.allCases.map(\.rawValue) + [""] {
      let options = state.isEmpty ? [] : ["--state", state]
      try expectValid([try line(try tool.run("list", options + ["--json"]).stdout)], "ledger-list-1")
    }
    try expectValid([try line(try tool.run("stats", ["--json"]).stdout)], "ledger-stats-1")
    let accounts = ["jane", "jim", "unknown"]
    try expectValid(
      try accounts.map { try line(try tool.run("entitlements", [$0, "--json"]).stdout) }, "ledger-entitlements-1")
    #expect(try tool.run("erase", ["jane"]).status == 0)
    let replay = try tool.add(coins, order: "8", account: "jane")
    #expect(replay.stdout.contains("its account was erased"))
    try expectValid(lines(replay.stdout), "ledger-decision-1")
    try expectValid(lines(try tool.run("events", ["--since", "0"]).stdout), "ledger-event-1")
    try expectValid([try line(try tool.run("show", ["jane", "--json"]).stdout)], "ledger-show-1")
    try expectValid([try line(try tool.run("check", ["--json"]).stdout)], "ledger-check-1")
    try expectValid([try line(try tool.run("apps", ["list", "--json"]).stdout)], "ledger-apps-1")
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
    try expectValid(lines(merged.text), "ledger-merge-1")
    let erased = try service.server.ask("DELETE", "/v1/accounts/joan", bearer)
    try expectValid(lines(erased.text), "ledger-erasure-1")
    let wrong = try #require(lines(erased.text).first).replacing("true", with: "\"yes\"")
    #expect(try SchemaCheck.complaints([wrong], schema: "ledger-erasure-1") != [""])
    #expect(try SchemaCheck.complaints(lines(erased.text), schema: "ledger-merge-1") != [""])
  }

  @Test("the words of the schemas are those of the library")
  func words() throws {
    func words(_ schema: String, _ path: String...) throws -> [String] {
      let file = SchemaCheck.folder.appendingPathComponent("\(schema).schema.json")
      var value: Any? = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
      for key in path {
        value = Int(key).flatMap { (value as? [Any])?[$0] } ?? (value as? [String: Any])?[key]
      }
      return try #require((value as? [String: Any])?["enum"] as? [Any]).compactMap { $0 as? String }
    }
    #expect(try words("ledger-event-1", "properties", "event") == LedgerEventKind.allCases.map(\.rawValue))
    #expect(
      try words("ledger-decision-1", "$defs", "decision", "properties", "decision")
        == LedgerDecision.allCases.map(\.rawValue))
    #expect(
      try words("ledger-decision-1", "$defs", "decision", "properties", "purchases", "items", "properties", "outcome")
        == PurchaseOutcome.allCases.map(\.rawValue))
    #expect(
      try words("ledger-decision-1", "$defs", "decision", "properties", "purchases", "items", "properties", "rule")
        == CustomerRule.all.map(\.name))
    #expect(
      try words("ledger-decision-1", "$defs", "decision", "properties", "reports", "items", "properties", "report")
        == LedgerReport.allCases.map(\.rawValue))
    #expect(try words("ledger-list-1", "properties", "state") == ListedState.allCases.map(\.rawValue))
  }

  @Test("wrong documents are refused")
  func refused() throws {
    let event = #"{"schema":"receipt-tool/ledger-event/1","seq":0,"at":"2026-01-01T00:00:00Z","event":"accepted"}"#
    #expect(try SchemaCheck.complaints([event], schema: "ledger-event-1") != [""])
    let check = #"{"schema":"receipt-tool/ledger-check/1","is_sound":"yes","flaws":[]}"#
    #expect(try SchemaCheck.complaints([check], schema: "ledger-check-1") != [""])
  }
}
