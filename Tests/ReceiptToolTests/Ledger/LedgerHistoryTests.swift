import Foundation
import ReceiptMint
import Testing

/// The failures that cost shops money, from end to end.
@Suite("ledger, run as a program")
struct LedgerHistoryTests {
  private let tool: LedgerTool

  init() throws { tool = try LedgerTool() }

  @Test("a lost order: paid, Apple did not answer, the app died; it is verified in the end")
  func lostOrder() throws {
    let apple = try LoopbackApple { call in
      switch call.sequence {
      case 0: .init("", status: 503, headers: ["Retry-After: 0"])
      case 1: .init("<html>login</html>")
      default: .init(call.path == "/production" ? #"{"status":21007}"# : LedgerTool.valid(call.receipt))
      }
    }
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    let pending = try tool.add(receipt, order: "1001", account: "jane", ["--verify"])
    #expect(pending.status == 75)
    #expect(try pending.json()["decision"] as? String == "pending")
    let run = ["--backoff", "0s", "--timeout", "5"] + apple.options
    #expect(try tool.run("run", run).status == 75)
    #expect(try tool.run("run", run).status == 69)
    let waiting = try tool.run("list", ["--state", "pending", "--json"]).json()["items"] as? [[String: Any]]
    #expect(waiting?.count == 1)
    let last = try tool.run("run", run)
    #expect(last.status == 0)
    #expect(try LedgerTool.lines(last.stdout).map { $0["event"] as? String } == ["verified"])
    #expect(apple.calls.map(\.path) == ["/production", "/production", "/production", "/sandbox"])
    #expect(Set(apple.calls.map(\.receipt)) == [receipt])
    let again = try tool.add(receipt, order: "1001", account: "jane", ["--verify"])
    #expect(again.status == 0)
    #expect(try again.json()["state"] as? String == "verified")
    #expect(try tool.run("run", run).stdout == "")
    #expect(apple.calls.count == 4)
    let story = try tool.run("show", ["1001", "--json"]).json()
    #expect(
      (story["story"] as? [[String: Any]])?.compactMap { ($0["event"] ?? $0["meaning"]) as? String }
        == ["pending", "later", "unreachable", "elsewhere", "valid", "verified"])
  }

  @Test("subscriptions without notifications: renewed, in billing retry, recovered, refunded")
  func poll() throws {
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    let hour: Int64 = 3_600_000
    func period(_ number: Int, _ start: Int64, _ end: Int64, _ more: String = "") -> String {
      """
      {"product_id":"monthly","transaction_id":"\(2_000 + number)","original_transaction_id":"2000",
      "purchase_date_ms":"\(start)","expires_date_ms":"\(end)"\(more)}
      """
    }
    let first = period(0, 1_766_770_987_000, 1_766_772_787_000)
    let second = period(1, 1_766_772_787_000, now - hour)
    let third = period(2, now, now + 720 * hour)
    let refunded = period(2, now, now + 720 * hour, #","cancellation_date_ms":"\#(now)","cancellation_reason":"0""#)
    func answer(_ periods: [String], retry: Bool = false) -> LoopbackApple.Answer {
      .init(
        """
        {"status":0,"receipt":{"bundle_id":"com.example.test","in_app":[]},"latest_receipt_info":[\(periods.joined(separator: ","))],"pending_renewal_info":
        [{"original_transaction_id":"2000","product_id":"monthly","is_in_billing_retry_period":"\(retry ? 1 : 0)"}]}
        """)
    }
    let answers = [
      answer([first, second], retry: true), answer([first, second, third]), answer([first, second, refunded]),
    ]
    let apple = try LoopbackApple { call in answers[min(call.sequence, answers.count - 1)] }
    var purchase = LedgerTool.coins("2000", product: "monthly")
    purchase.productType = 3
    purchase.expiresDate = "2025-12-26T18:13:07Z"
    #expect(try tool.add(LedgerTool.receipt([purchase]), order: "S", account: "jane", ["--keep-receipts"]).status == 0)
    var printed: [String?] = []
    for count in 1...answers.count {
      let run = try tool.run("run", ["--poll"] + apple.options)
      #expect(run.status == 0, "\(run.stderr)")
      printed += try LedgerTool.lines(run.stdout).map { $0["event"] as? String }
      #expect(apple.calls.count == count)
      // Nothing is due before hours have passed: they are made to pass.
      #expect(try tool.run("run", ["--poll"] + apple.options).stdout == "")
      try letTimePass()
    }
    #expect(printed == ["renewed", "in_billing_retry", "recovered", "refunded"])
    #expect(try tool.eventNames(since: 1) == printed.compactMap(\.self))
    let refund = try #require(try tool.events().last)
    #expect(
      refund["reason"] as? String == "0" && refund["order"] as? String == "S" && refund["account"] as? String == "jane")
  }

  /// Makes everything due that waits for a time.
  private func letTimePass() throws {
    let script = """
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as ledger: ledger.execute("UPDATE task SET due_at = 0")
      """
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script, tool.database], input: [])
    try #require(run.status == 0, "\(run.stderr)")
  }

  @Test("the usual place is made, for its owner only; the environment of a ledger stays")
  func usualPlace() throws {
    let file = try tool.scratch.file("r.b64", try LedgerTool.receipt([LedgerTool.coins("1")]).utf8).path
    let data = tool.scratch.url.appendingPathComponent("data").path
    func add(_ more: [String]) throws -> ToolRun {
      try ToolRun(
        ["ledger", "add", "--trust-anchor", tool.anchor, "--allow-test-signed", "--bundle-id", LedgerTool.bundle]
          + more + [file, "--order", "1", "--account", "a"],
        environment: ["XDG_DATA_HOME": data])
    }
    #expect(try add(["--environment", "sandbox"]).status == 0)
    #expect(try add([]).status == 0)
    #expect(try add(["--environment", "production"]).status == 64)
    let folder = data + "/receipt-tool"
    for (path, mode) in [(data, 0o700), (folder, 0o700), (folder + "/ledger.sqlite", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
    }
    #expect(try ToolRun(["ledger", "stats"]).status == 64)
  }

  @Test("of more than --limit, the newest are told, and that there are more; of exactly so many, all")
  func limit() throws {
    let purchases = (1...4).map { number in
      var purchase = LedgerTool.coins("\(number)", product: "com.example.coins.\(number)")
      purchase.purchaseDate = "2025-12-2\(number)T17:43:07Z"
      purchase.originalPurchaseDate = purchase.purchaseDate
      return purchase
    }
    let others = purchases.map { purchase in
      var other = purchase
      other.transactionID = "9" + (purchase.transactionID ?? "")
      other.originalTransactionID = other.transactionID
      return other
    }
    for (index, purchase) in purchases.enumerated() {
      #expect(try tool.add(try LedgerTool.receipt([purchase]), order: "\(index)", account: "jane").status == 0)
    }
    #expect(try tool.add(try LedgerTool.receipt(others), order: "all", account: "joe").status == 0)
    for (account, first) in [("jane", ""), ("joe", "9")] {
      let shown = try ["2", "4"].map {
        try tool.run("show", [account, "--as", "account", "--json", "--limit", $0]).json()
      }
      #expect(shown.map { $0["is_cut"] as? Bool } == [true, false], "\(account)")
      let names = shown.map { ($0["purchases"] as? [[String: Any]])?.map { $0["transaction_id"] as? String } }
      #expect(names == [[first + "3", first + "4"], (1...4).map { "\(first)\($0)" }], "\(account)")
    }
  }

  @Test("a line without an end ends the stream as soon as it is too long")
  func endlessLine() throws {
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", "exec \"$0\" \"$@\" </dev/zero", ToolRun.program(because: "a standard input without an end").path,
        "ledger", "add", "--stream", "--max-size", "1K",
      ]
        + tool.adding)
    #expect(run.status == 65 && run.stdout == "" && run.stderr.contains("the limit is 1,024"), "\(run.stderr)")
  }
}
