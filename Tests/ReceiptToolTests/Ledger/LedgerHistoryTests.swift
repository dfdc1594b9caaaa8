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

  @Test("a replayed receipt: another order, another account")
  func replay() throws {
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    #expect(try tool.add(receipt, order: "1", account: "jane").status == 0)
    for (order, account) in [("2", "jane"), ("1", "joe")] {
      let run = try tool.add(receipt, order: order, account: account)
      #expect(run.status == 1)
      let json = try run.json()
      #expect(json["decision"] as? String == "replay")
      let holder = (json["purchases"] as? [[String: Any]])?.first?["held_by"] as? [String: Any]
      #expect(holder?["order"] as? String == "1" && holder?["account"] as? String == "jane" && holder?["at"] is String)
    }
    #expect(try tool.eventNames() == ["accepted", "replay_detected", "replay_detected"])
    let story = try tool.run("show", ["joe"]).stdout.replacing(#/\s+/#, with: " ")
    #expect(story.contains("order 1 by joe: replay; the purchase belongs to order 1 of jane since 20"), "\(story)")
    #expect(try tool.run("show", ["nobody"]).status == 1)
  }

  @Test("show: one report for each kind of a name, each replay with its owner, names octet by octet")
  func kinds() throws {
    let receipts = try (1...3).map { try LedgerTool.receipt([LedgerTool.coins("\($0)")]) }
    #expect(try tool.add(receipts[0], order: "7", account: "jane").status == 0)
    #expect(try tool.add(receipts[1], order: "2", account: "kim").status == 0)
    #expect(try tool.add(receipts[2], order: "55", account: "55").status == 0)
    #expect(try tool.add(receipts[0], order: "56", account: "55").status == 1)
    let both = try tool.run("show", ["55"]).stdout
    #expect(both.hasPrefix("Account 55\n✗ The purchase that was presented for order 56 belongs to order 7 of jane"))
    #expect(both.contains("\n\nOrder 55 · Account 55\n"), "\(both)")
    // Two names that Swift takes for equal.
    for (order, receipt) in [("\u{E9}", receipts[0]), ("e\u{301}", receipts[1])] {
      #expect(try tool.add(receipt, order: order, account: "bob").status == 1)
    }
    let lines = try tool.run("show", ["bob"]).stdout.replacing(#/\s+/#, with: " ")
    #expect(lines.contains("for order e\u{301} belongs to order 2 of kim"), "\(lines)")
    #expect(lines.contains("belongs to order 7 of jane since"), "\(lines)")
    // Of an order that was not accepted that comes first.
    let changed = try LedgerTool.receipt([LedgerTool.coins("9")]).dropLast(24) + String(repeating: "A", count: 24)
    #expect(try tool.add(String(changed), order: "70", account: "jane").status == 1)
    let rejected = try tool.run("show", ["70"]).stdout.replacing(#/\s+/#, with: " ")
    #expect(rejected.hasPrefix("Order 70 · Account jane ✗ The order was presented by jane on "), "\(rejected)")
  }

  @Test("a duplicate: the same transaction twice, and an old receipt with a new order")
  func duplicate() throws {
    let old = try LedgerTool.receipt([LedgerTool.coins("1")])
    #expect(try tool.add(old, order: "1", account: "jane").status == 0)
    let again = try tool.add(old, order: "1", account: "jane")
    #expect(again.status == 0)
    #expect(try again.json()["decision"] as? String == "duplicate")
    let stale = try tool.add(
      LedgerTool.receipt([LedgerTool.coins("2")]), order: "2", account: "jane", ["--max-order-age", "1h"])
    #expect((try stale.json()["reports"] as? [[String: Any]])?.first?["report"] as? String == "stale_receipt")
    #expect(try tool.add(old, order: "3", account: "jane").status == 1)
    #expect(try tool.eventNames() == ["accepted", "accepted", "stale_receipt", "replay_detected"])
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

  @Test("add --stream reads a file as it reads standard input; a missing one is an error")
  func streamFile() throws {
    let lines = try (1...3).map {
      LedgerTool.line(try LedgerTool.receipt([LedgerTool.coins("\($0)")]), order: "\($0)", account: "jane") + "\n"
    }
    let file = try tool.scratch.file("orders.ndjson", lines.joined().utf8).path
    let read = try ToolRun(["ledger", "add", "--stream", file] + tool.adding)
    #expect(
      try read.status == 0
        && LedgerTool.lines(read.stdout).map { $0["decision"] as? String } == Array(repeating: "accept", count: 3))
    let again = try ToolRun(["ledger", "add", "--stream", "-"] + tool.adding, input: Array(lines.joined().utf8))
    #expect(
      try LedgerTool.lines(again.stdout).map { $0["decision"] as? String } == Array(repeating: "duplicate", count: 3))
    let missing = try ToolRun(["ledger", "add", "--stream", file + "x"] + tool.adding)
    #expect(
      missing.status == 66 && missing.stdout.isEmpty && missing.stderr.contains("orders.ndjsonx"), "\(missing.stderr)")
  }

  @Test("run takes trust anchors without --api, too, and reads them")
  func anchorsOfRun() throws {
    #expect(try tool.add(try LedgerTool.receipt([LedgerTool.coins("1")]), order: "1", account: "jane").status == 0)
    let run = try tool.run("run", ["--trust-anchor", tool.anchor, "--allow-test-signed"])
    #expect(run.status == 0, "\(run.stderr)")
    #expect(try tool.run("run", ["--trust-anchor", tool.anchor + "x"]).status == 66)
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

  @Test("lines of a stream are answered in order, each with its own status")
  func stream() throws {
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    let lines = [
      LedgerTool.line(receipt, order: "1", account: "jane"), "", #"{"receipt":"!","order":"2","account":"jane"}"#,
      "no json",
      #"{"order":"3","account":"jane"}"#, LedgerTool.line(receipt, order: "4", account: "joe"),
      LedgerTool.line(receipt, order: "1", account: "jane"),
    ]
    let run = try ToolRun(
      ["ledger", "add", "--stream"] + tool.adding, input: Array(lines.joined(separator: "\n").utf8))
    let answers = try LedgerTool.lines(run.stdout)
    #expect(answers.map { $0["source"] as? String } == ["1", "line 3", "line 4", "line 5", "4", "1"])
    #expect(answers.map { $0["decision"] as? String } == ["accept", "reject", nil, nil, "replay", "duplicate"])
    #expect(run.status == 65)
    #expect(try tool.eventNames() == ["accepted", "rejected", "replay_detected"])
    let named = #"{"r":"\#(receipt)","o":7,"a":"kim"}"#
    let options = ["--field", "r", "--order-field", "o", "--account-field", "a", "--batch", "1"]
    let other = try ToolRun(["ledger", "add", "--stream"] + options + tool.adding, input: Array(named.utf8))
    #expect(try LedgerTool.lines(other.stdout).map { $0["order"] as? String } == ["7"])
  }

  @Test("a line that is longer than --max-size ends the stream, and what came before it is answered")
  func longLine() throws {
    let lines = [
      LedgerTool.line("hello", order: "1", account: "a"), String(repeating: "x", count: 2_000),
      LedgerTool.line("hello", order: "2", account: "a"),
    ]
    let run = try ToolRun(
      ["ledger", "add", "--stream", "--max-size", "1K"] + tool.adding,
      input: Array(lines.joined(separator: "\n").utf8))
    #expect(try LedgerTool.lines(run.stdout).map { $0["source"] as? String } == ["1"])
    #expect(run.status == 65 && run.stderr.contains("the limit is 1,024"), "\(run.stderr)")
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

  @Test("what an account may use: printed, as JSON, and as the exit status; options stand before or behind the account")
  func entitlements() throws {
    var pro = LedgerTool.coins("2")
    (pro.productID, pro.productType) = ("com.example.pro", 0)
    #expect(
      try tool.add(try LedgerTool.receipt([LedgerTool.coins("1"), pro]), order: "1", account: "jane").status == 0)
    let document = try tool.run("entitlements", ["jane", "--json"]).json()
    let found = try #require(document["entitlements"] as? [[String: Any]])
    #expect(found.map { $0["product_id"] as? String } == ["com.example.pro"] && found[0]["until"] is NSNull)
    let table = try tool.run("entitlements", ["jane"])
    #expect(table.status == 0 && table.stdout.contains("com.example.pro") && !table.stdout.contains("coins"))
    let predicate = ["--is-entitled", "com.example.pro", "jane"]
    let yes = try tool.run("entitlements", predicate)
    #expect(yes.status == 0 && yes.stdout == "" && yes.stderr == "")
    let before = try tool.run("entitlements", ["--at", "2001-01-01"] + predicate)
    #expect(before.status == 1 && before.stderr.contains("the account jane may not use com.example.pro"))
    #expect(try tool.run("entitlements", predicate + ["--at", "2001-01-01"]).status == 1)
    for wrong in [
      ["--is-entitled", "com.example.coins", "jane"], ["--is-entitled", "com.example.pro", "joe"], ["joe"],
    ] {
      let run = try tool.run("entitlements", wrong)
      #expect(run.status == 1 && run.stdout == "" && !run.stderr.isEmpty, "\(wrong)")
    }
    for wrong in [["--is-entitled", "", "jane"], ["--json"] + predicate, [], ["jane", "joe"]] {
      #expect(try tool.run("entitlements", wrong).status == 64, "\(wrong)")
    }
  }
}
