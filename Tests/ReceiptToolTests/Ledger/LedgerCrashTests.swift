import Foundation
import ReceiptLedger
import ReceiptMint
import Testing

/// `kill -9` at random moments. LEDGER_KILLS says how often.
@Suite("ledger, killed")
struct LedgerCrashTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let kills = environment["LEDGER_KILLS"].flatMap { Int($0) } ?? 40
  /// Milliseconds after which the latest kill comes.
  private static let span = environment["LEDGER_KILL_SPAN"].flatMap { UInt32($0) } ?? 400

  /// Starts the tool, lets it live for a random time, kills it.
  ///
  /// - Returns: what it printed in whole lines, and whether it was killed rather than done before.
  private func killed(_ arguments: [String], input: String, in scratch: Scratch) throws -> (
    output: String, wasAlive: Bool
  ) {
    let process = Process()
    process.executableURL = ToolRun.program(because: "it is killed in the middle")
    process.arguments = arguments
    process.environment = [:]
    let files = try ["in", "out"].map { try scratch.file($0, Array(($0 == "in" ? input : "").utf8)) }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = FileHandle.nullDevice
    try process.start()
    usleep(UInt32.random(in: 0...Self.span) * 1_000)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
    let whole = text.lastIndex(of: "\n").map { String(text[...$0]) } ?? ""
    return (whole, process.terminationReason == .uncaughtSignal)
  }

  private static let pool = Result {
    try (0..<240).map { try LedgerTool.receipt([LedgerTool.coins("T\($0)")]) }
  }

  private func expectWhole(_ tool: LedgerTool) throws {
    #expect(try tool.run("check").status == 0)
    let numbers = try tool.events().compactMap { $0["seq"] as? Int }
    #expect(numbers == Array(1...max(1, numbers.count)).prefix(numbers.count).map { $0 })
  }

  @Test("add --stream: what was answered is there, and what is there is answered once")
  func add() throws {
    let receipts = try Self.pool.get()
    var kills = 0
    while kills < Self.kills {
      let tool = try LedgerTool()
      let deadline = Date().addingTimeInterval(300)
      var answers: [String: [String]] = [:]
      while answers.count < receipts.count {
        try #require(Date() < deadline)
        let open = receipts.indices.filter { answers["O\($0)"] == nil }
        let input = open.map { LedgerTool.line(receipts[$0], order: "O\($0)", account: "a\($0 % 7)") }
          .joined(separator: "\n")
        // The kills are made up: the rest of the round runs to its end.
        let arguments = ["ledger", "add", "--stream", "--batch", "5"] + tool.adding
        let output: String
        if kills < Self.kills {
          let (text, wasAlive) = try killed(arguments, input: input, in: tool.scratch)
          if wasAlive { kills += 1 }
          output = text
        } else {
          let rest = try ToolRun(arguments, input: Array(input.utf8))
          try #require(rest.status == 0, "\(rest.stderr)")
          output = rest.stdout
        }
        for answer in try LedgerTool.lines(output) {
          let order = try #require(answer["order"] as? String)
          answers[order, default: []].append(answer["decision"] as? String ?? "")
          // What was written down before the kill, and not answered, is a duplicate now: its first answer stands.
          let first = (answer["first"] as? [String: Any])?["decision"] as? String
          #expect(answer["decision"] as? String == "accept" || first == "accept")
        }
        // A kill may come before there is a ledger.
        let ledger = try? Ledger(path: tool.database)
        let recorded = Set(try ledger?.events(since: 0).compactMap(\.order) ?? [])
        #expect(Set(answers.keys).subtracting(recorded).isEmpty, "answered and not in the ledger")
        // A ledger says from its first moment what it is for.
        if let ledger { #expect(try ledger.apps().named == [LedgerTool.bundle] && ledger.environment == .sandbox) }
      }
      #expect(answers.values.allSatisfy { $0.count == 1 })
      #expect(try tool.eventNames() == Array(repeating: "accepted", count: receipts.count))
      try expectWhole(tool)
    }
  }

  @Test("run: nothing is lost, and nothing is asked again after its final answer was written down", .thorough)
  func run() throws {
    let receipts = try Self.pool.get()
    let orders = Dictionary(uniqueKeysWithValues: receipts.enumerated().map { ($1, "O\($0)") })
    var kills = 0
    while kills < Self.kills {
      let tool = try LedgerTool()
      let input = receipts.map { LedgerTool.line($0, order: orders[$0] ?? "", account: "a") }.joined(separator: "\n")
      let added = try ToolRun(["ledger", "add", "--stream", "--verify"] + tool.adding, input: Array(input.utf8))
      #expect(added.status == 75)
      let apple = try LoopbackApple { call in
        usleep(UInt32.random(in: 0...3_000))
        switch Int.random(in: 0..<10) {
        case 0: return .init("", status: 503)
        case 1: return .init(#"{"status":21005}"#)
        case 2: return .init(#"{"status":21"#)
        default:
          if call.path == "/production" { return .init(#"{"status":21007}"#) }
          // The last letter of a receipt decides, so that the answer is always the same.
          let isRefused = call.receipt.utf8.reduce(0) { $0 &+ Int($1) } % 4 == 0
          return .init(isRefused ? #"{"status":21003}"# : LedgerTool.valid(call.receipt))
        }
      }
      let arguments =
        [
          "ledger", "run", "--database", tool.database, "--backoff", "0s", "--lease", "1s", "--rate", "1000",
          "--timeout", "0.2",
        ]
        + apple.options
      var printed: Set<Int> = []
      var settled: Set<String> = []
      let deadline = Date().addingTimeInterval(300)
      while settled.count < receipts.count, Date() < deadline {
        let before = apple.calls.count
        let output: String
        if kills < Self.kills {
          let (text, wasAlive) = try killed(arguments, input: "", in: tool.scratch)
          if wasAlive { kills += 1 }
          output = text
        } else {
          output = try ToolRun(arguments).stdout
        }
        // A call that the dead runner began may still come in.
        usleep(5_000)
        for call in apple.calls[before...] {
          #expect(!settled.contains(orders[call.receipt] ?? ""), "asked again after its final answer")
        }
        let events = try Ledger(path: tool.database).events(since: 0)
        for event in try LedgerTool.lines(output) {
          let number = try #require(event["seq"] as? Int)
          #expect(printed.insert(number).inserted, "event \(number) was printed twice")
          #expect(events.contains { Int($0.sequence) == number && $0.name == event["event"] as? String })
        }
        settled = Set(events.filter { $0.kind == .verified || $0.kind == .rejected }.compactMap(\.order))
      }
      let finals = try tool.eventNames().filter { $0 != "pending" }
      #expect(finals.count == receipts.count && settled.count == receipts.count)
      try expectWhole(tool)
    }
  }
}
