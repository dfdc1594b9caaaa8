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

  private static let secret = "0123456789abcdef"

  /// A notification about coins 1, with the members that are given besides.
  private static func refund(_ more: String, environment: String = "Sandbox", bundle: String = LedgerTool.bundle)
    -> String
  {
    """
    {"notification_type":"REFUND","environment":"\(environment)","bid":"\(bundle)"\(more),"unified_receipt":{"latest_receipt_info":
    [{"transaction_id":"1","product_id":"com.example.coins","purchase_date_ms":"1766772787000",
    "cancellation_date_ms":"1766774587000"}]}}
    """
  }

  /// Every table of what the ledger knows, as the dump of Python's sqlite3 prints it.
  private func knowledge() throws -> String {
    let script = """
      import sqlite3, sys
      tables = ('CREATE', 'INSERT INTO "task"', 'INSERT INTO "hint"')
      print("\\n".join(line for line in sqlite3.connect(sys.argv[1]).iterdump() if not line.startswith(tables)))
      """
    let run = try ToolRun(executable: URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script, tool.database])
    try #require(run.status == 0, "\(run.stderr)")
    return run.stdout
  }

  @Test("a notification that does not carry the secret changes nothing, says so, and ends with 1")
  func forged() throws {
    #expect(try tool.add(coins(), order: "1", account: "a").status == 0)
    let before = try knowledge()
    let file = ["--shared-secret-file", try tool.scratch.file("secret", (Self.secret + "\n").utf8).path]
    let right = #","password":"\#(Self.secret)""#
    for (more, options) in [
      ("", []), (right, []), ("", file), (#","password":"""#, file), (#","password":"0123456789abcdee""#, file),
      (#","password":["0123456789abcdef"]"#, file),
    ] {
      let run = try tool.run("notify", options, input: Self.refund(more))
      #expect(run.status == 1 && !run.stderr.contains("0123456789abcde"))
      #expect(run.stderr.contains("error: not proven: ") && run.stderr.contains("it changed nothing"), "\(run.stderr)")
      #expect(run.stderr.contains("hint: --shared-secret-file") == options.isEmpty)
      let json = try run.json()
      #expect(json["is_believed"] as? Bool == false && json["exit_code"] as? Int == 1)
      #expect(json["schema"] as? String == "receipt-tool/ledger-notify/1")
      #expect(try knowledge() == before)
    }
    let answer = #"{"status":0,"environment":"Sandbox","receipt":{"bundle_id":"com.example.test","in_app":[]}}"#
    for options in [[], file] {
      let run = try tool.run("notify", options, input: answer)
      #expect(run.status == 1 && run.stderr.contains("saved answer"))
    }
    #expect(try knowledge() == before)
    let proven = try tool.run("notify", file, input: Self.refund(right))
    #expect(proven.status == 0 && !proven.stderr.contains("error"))
    #expect(try LedgerTool.lines(proven.stdout).map { $0["event"] as? String } == ["refunded"])
    // Two at once: the worst counts, and the other one is taken in.
    let files = try [Self.refund(right), Self.refund("")].enumerated().map { index, text in
      try tool.scratch.file("n\(index).json", text.utf8).path
    }
    #expect(try tool.run("notify", file + files).status == 1)
  }

  @Test("a notification has to be about one of the apps and the environment, and one that is asked for")
  func strangers() throws {
    #expect(try tool.add(coins(), order: "1", account: "a").status == 0)
    let before = try knowledge()
    let file = ["--shared-secret-file", try tool.scratch.file("secret", (Self.secret + "\n").utf8).path]
    let right = #","password":"\#(Self.secret)""#
    for (text, options, words) in [
      (Self.refund(right, bundle: "com.evil"), [], "com.evil"),
      (Self.refund(right, bundle: ""), [], "does not say which app"),
      (Self.refund(right), ["--bundle-id", "com.example.other"], "another app: com.example.test"),
      (Self.refund(right, environment: "PROD"), [], "about PROD"),
      (Self.refund(right, environment: ""), [], "does not say which environment"),
    ] {
      let run = try tool.run("notify", file + options, input: text)
      #expect(run.status == 1 && run.stderr.contains("error: refused: ") && run.stderr.contains(words), "\(run.stderr)")
      #expect(try run.json()["asks_about"] as? [String] == [])
    }
    for text in [
      Self.refund(right).replacing(#""transaction_id":"1""#, with: #""transaction_id":"72\u0000zz""#),
      Self.refund(right).replacing(#""transaction_id":"1""#, with: #""transaction_id":"1","transaction_id":"2""#),
      Self.refund(#","password":"x""# + right), Self.refund(#","environment":"PROD""# + right),
    ] {
      let run = try tool.run("notify", file, input: text)
      #expect(run.status == 65 && run.stdout == "", "\(run.stderr)")
    }
    #expect(try knowledge() == before)
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
    let refund = Self.refund("").replacing(
      #""transaction_id":"1""#, with: #""transaction_id":"2000","original_transaction_id":"2000""#)
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
