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
      ["-c", command, ToolRun.tool.path, "ledger", "add", file, "--order", "1"] + tool.adding)
    #expect(bytes.status == 64 && bytes.stderr.contains("--account: it is no UTF-8"), "\(bytes.stderr)")
  }

  @Test("the environment of a policy decides what a new ledger is for, and has to be that of one that is there")
  func policy() throws {
    let receipt = try tool.scratch.file("r.b64", try coins().utf8).path
    func add(_ policy: String, _ database: String) throws -> ToolRun {
      let policy = try tool.scratch.file("policy.json", policy.utf8).path
      return try ToolRun(
        ["ledger", "add", receipt, "--order", "1", "--account", "a", "--database", database, "--policy", policy]
          + ["--trust-anchor", tool.anchor, "--allow-test-signed"])
    }
    #expect(try add(#"{"environment":["sandbox"]}"#, tool.database).status == 0)
    #expect(try tool.run("stats", ["--json"]).json()["environment"] as? String == "sandbox")
    for name in ["production", "xcode", "vpp"] {
      let run = try add(#"{"environment":["\#(name)"]}"#, tool.database)
      #expect(run.status == 64 && run.stdout == "", "\(name): \(run.status)")
    }
    #expect(try add(#"{"environment":["production","sandbox"]}"#, tool.database).status == 0)
    let other = tool.scratch.path + "/other.sqlite"
    #expect(try add(#"{"environment":["xcode"]}"#, other).status == 64)
    #expect(!FileManager.default.fileExists(atPath: other))
  }

  @Test(
    "events that never were are not awaited in silence",
    arguments: ["2", "9223372036854775806", "9223372036854775807"])
  func beyond(_ number: String) throws {
    #expect(try tool.add(coins(), order: "1", account: "a").status == 0)
    let run = try tool.run("events", ["--since", number])
    #expect(run.status == 66 && run.stdout == "" && run.stderr.contains("the last event is 1"))
    #expect(try tool.run("events", ["--since", "1"]).status == 0)
    // Without a number all that there are.
    let all = try tool.run("events")
    let fromZero = try tool.run("events", ["--since", "0"]).stdout
    #expect(all.status == 0 && all.stdout == fromZero && !fromZero.isEmpty)
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

  @Test("a notification has to be about the app, and to carry the secret")
  func notifications() throws {
    #expect(try tool.add(coins(), order: "1", account: "a").status == 0)
    let secret = try tool.scratch.file("secret", "0123456789abcdef\n".utf8).path
    func notify(_ more: String, _ options: [String]) throws -> ToolRun {
      let text = """
        {"notification_type":"DID_RENEW","environment":"Sandbox","unified_receipt":{"latest_receipt_info":[]}\(more)}
        """
      return try tool.run("notify", options, input: text)
    }
    let bundle = ["--bundle-id", "com.example.test"]
    #expect(try notify(#","bid":"com.example.test""#, bundle).status == 0)
    #expect(try notify(#","bid":"com.evil""#, bundle).stderr.contains("another app: com.evil"))
    #expect(try notify("", bundle).status == 1)
    let file = ["--shared-secret-file", secret]
    #expect(try notify(#","password":"0123456789abcdef""#, file).status == 0)
    for password in [#","password":"0123456789abcdee""#, #","password":"""#, ""] {
      let run = try notify(password, file)
      #expect(run.status == 1 && !run.stderr.contains("0123456789abcde"))
    }
    let answer = #"{"status":0,"receipt":{"bundle_id":"com.example.test","in_app":[]}}"#
    #expect(try tool.run("notify", [], input: answer).status == 0)
    #expect(try tool.run("notify", file, input: answer).status == 1)
  }

  @Test(
    "what is no notification of version 1 is called what it is",
    arguments: [
      ("rubbish", "no notification of version 1"), ("[]", "no notification of version 1"),
      ("{}", "no notification of version 1"), (#"{"signedPayload":"a.b.c"}"#, "version 2"),
      (#"{"notification_type":"TEST","environment":"Sandbox"}"#, "without `unified_receipt`"),
      (#"{"status":21003}"#, "status 21003"),
      (#"{"status":21003,"latest_receipt_info":[{"transaction_id":"1"}]}"#, "Apple vouched for nothing"),
    ])
  func noNotification(_ text: String, _ expected: String) throws {
    #expect(try tool.add(coins(), order: "1", account: "a").status == 0)
    let run = try tool.run("notify", [], input: text)
    #expect(run.status == 65 && run.stderr.contains(expected), "\(run.stderr)")
    #expect(!run.stderr.contains("base64"))
  }

  @Test("a runner that is told to stop while it waits for its turn stops, and says what lease it takes")
  func stop() throws {
    for number in 0..<3 {
      #expect(try tool.add(coins("T\(number)"), order: "\(number)", account: "a", ["--verify"]).status == 75)
    }
    let apple = try LoopbackApple { call in .init(LedgerTool.valid(call.receipt)) }
    let process = Process()
    process.executableURL = ToolRun.tool
    process.arguments =
      ["ledger", "run", "--watch", "--rate", "0.01", "--lease", "1s", "--database", tool.database] + apple.options
    process.environment = [:]
    process.standardOutput = FileHandle.nullDevice
    let errors = try tool.scratch.file("errors", [])
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    for _ in 0..<200 where try tool.eventNames().last != "verified" { usleep(50_000) }
    let began = ContinuousClock.now
    process.terminate()
    process.waitUntilExit()
    #expect(began.duration(to: .now) < .seconds(30) && process.terminationStatus == 0)
    #expect(String(decoding: try Data(contentsOf: errors), as: UTF8.self).contains("--lease is shorter than"))
    // What it had reserved is free again at once.
    let rest = try tool.run("run", apple.options)
    #expect(rest.status == 0 && apple.calls.count == 3)
  }
}
