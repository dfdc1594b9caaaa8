import Foundation
import ReceiptMint
import Testing

/// What comes in from outside is looked at before a ledger believes it, and what goes out is what was meant.
@Suite("ledger, at the door")
struct LedgerDoorTests {
  private let tool: LedgerTool

  init() throws { tool = try LedgerTool() }

  private func coins(_ transaction: String = "1") throws -> String {
    try LedgerTool.receipt([LedgerTool.coins(transaction)])
  }

  private func add(lines: [String]) throws -> ToolRun {
    try ToolRun(["ledger", "add", "--stream"] + tool.adding, input: Array(lines.joined(separator: "\n").utf8))
  }

  @Test("names that would become others in the ledger are refused")
  func names() throws {
    let receipt = try coins()
    let long = String(repeating: "x", count: 1_025)
    let lines = [
      #"{"receipt":"\#(receipt)","order":"1","account":"jane\u0000evil"}"#,
      #"{"receipt":"\#(receipt)","order":"1","account":"\ud800"}"#, LedgerTool.line(receipt, order: long, account: "a"),
      LedgerTool.line(receipt, order: "1", account: "jane"),
    ]
    let run = try add(lines: lines)
    #expect(run.status == 65)
    #expect(try LedgerTool.lines(run.stdout).map { $0["decision"] as? String } == [nil, nil, nil, "accept"])
    #expect(try tool.add(receipt, order: long, account: "jane").status == 64)
    let file = try tool.scratch.file("r.b64", receipt.utf8).path
    let command = "exec \"$0\" \"$@\" --account \"$(printf '\\377')\""
    let bytes = try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"),
      ["-c", command, ToolRun.program(because: "an argument that is not UTF-8").path, "ledger", "add"] + tool.adding + [
        file, "--order", "1",
      ])
    #expect(bytes.status == 64 && bytes.stderr.contains("--account: it is not UTF-8"), "\(bytes.stderr)")
  }

  @Test("CSV holds what the names are; Python's reader is the judge")
  func spreadsheet() throws {
    let names = ["a\nb", "c\r\nd", "e,\"f\"", "\tg", "=h", "plain", "\u{FF1D}i", "j;=k", "\u{A0}+l"]
    let lines = try names.enumerated().map { index, name in
      let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
      return #"{"receipt":"\#(try coins("T\(index)"))","order":\#(text),"account":"a"}"#
    }
    #expect(try add(lines: lines).status == 0)
    let csv = try tool.run("export", ["--format", "csv", "--orders"]).stdout
    let script = """
      import csv, io, json, sys
      text = io.StringIO(sys.stdin.buffer.read().decode(), newline="")
      print(json.dumps([row[0] for row in csv.reader(text)]))
      """
    let read = try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script], input: Array(csv.utf8))
    let found = try JSONDecoder().decode([String].self, from: Data(read.stdout.utf8))
    #expect(
      found == ["order", "a\nb", "c\r\nd", "e,\"f\"", "'\tg", "'=h", "plain", "'\u{FF1D}i", "j;'=k", "'\u{A0}+l"])
  }

  @Test("one that proves nothing lets `run --poll` ask Apple about the subscription that it names")
  func hint() throws {
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    var monthly = LedgerTool.coins("2000", product: "monthly")
    monthly.productType = 3
    monthly.expiresDate = "2099-01-01T00:00:00Z"
    let receipt = try LedgerTool.receipt([monthly])
    #expect(try tool.add(receipt, order: "S", account: "jane", ["--keep-receipts"]).status == 0)
    let apple = try LoopbackApple { _ in
      .init(
        """
        {"status":0,"receipt":{"bundle_id":"com.example.test","in_app":[]},"latest_receipt_info":[{"transaction_id":"2000",
        "original_transaction_id":"2000","product_id":"monthly","purchase_date_ms":"1766770987000",
        "expires_date_ms":"4070908800000","cancellation_date_ms":"\(now)","cancellation_reason":"0"}]}
        """)
    }
    #expect(try tool.run("run", ["--poll"] + apple.options).stdout == "" && apple.calls.isEmpty)
    let refund = """
      {"notification_type":"REFUND","environment":"Sandbox","bid":"com.example.test","unified_receipt":
      {"latest_receipt_info":[{"transaction_id":"2000","original_transaction_id":"2000",
      "product_id":"com.example.coins","purchase_date_ms":"1766772787000","cancellation_date_ms":"1766774587000"}]}}
      """
    let hint = try tool.run("notify", [], input: refund)
    #expect(hint.status == 1 && hint.stderr.contains("Apple is asked next about 2000"))
    #expect(try hint.json()["asks_about"] as? [String] == ["2000"])
    #expect(try tool.eventNames() == ["accepted"])
    let run = try tool.run("run", ["--poll"] + apple.options)
    #expect(try LedgerTool.lines(run.stdout).map { $0["event"] as? String } == ["refunded"])
    #expect(apple.calls.count == 1)
    #expect(try tool.run("notify", [], input: refund).json()["not_asked_sooner"] as? [String] == ["2000"])
    #expect(try tool.run("run", ["--poll"] + apple.options).stdout == "" && apple.calls.count == 1)
  }

  @Test("a runner that is told to stop while it waits for its turn stops, and says what lease it takes")
  func stop() throws {
    for number in 0..<3 {
      #expect(try tool.add(coins("T\(number)"), order: "\(number)", account: "a", ["--verify"]).status == 75)
    }
    let apple = try LoopbackApple { call in .init(LedgerTool.valid(call.receipt)) }
    let process = Process()
    process.executableURL = ToolRun.program(because: "a signal ends it while it waits")
    process.arguments =
      ["ledger", "run", "--watch", "--rate", "0.001", "--lease", "1s", "--database", tool.database] + apple.options
    process.environment = [:]
    process.standardOutput = FileHandle.nullDevice
    let errors = try tool.scratch.file("errors", [])
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.start()
    let patience = Date(timeIntervalSinceNow: 120)
    while try tool.eventNames().last != "verified", Date() < patience { usleep(50_000) }
    process.terminate()
    // Its next turn is a thousand seconds away: it must not be waited for.
    let identifier = process.processIdentifier
    let watchdog = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(600), execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(String(decoding: try Data(contentsOf: errors), as: UTF8.self).contains("--lease is shorter than"))
    // What it had reserved is free again at once.
    let rest = try tool.run("run", apple.options)
    #expect(rest.status == 0 && apple.calls.count == 3)
  }
}
