import Foundation
import ReceiptMint
import Testing

@Suite("ledger, used by many at once")
struct LedgerProcessTests {
  /// Starts one process for each input, all at once, and waits for them.
  private func runAll(_ arguments: [[String]], inputs: [String], in scratch: Scratch) throws -> [String] {
    var processes: [(process: Process, output: URL)] = []
    for (index, arguments) in arguments.enumerated() {
      let process = Process()
      process.executableURL = ToolRun.program(because: "several processes use one ledger")
      process.arguments = arguments
      process.environment = [:]
      let output = try scratch.file("out\(index)", [])
      process.standardInput = try FileHandle(forReadingFrom: try scratch.file("in\(index)", inputs[index].utf8))
      process.standardOutput = try FileHandle(forWritingTo: output)
      try process.start()
      processes.append((process, output))
    }
    return try processes.map { entry in
      entry.process.waitUntilExit()
      #expect(entry.process.terminationReason == .exit)
      return String(decoding: try Data(contentsOf: entry.output), as: UTF8.self)
    }
  }

  @Test("eight processes add the same thousand receipts: each is accepted exactly once")
  func eight() throws {
    let tool = try LedgerTool()
    let receipts = try (0..<1_000).map { try LedgerTool.receipt([LedgerTool.coins("T\($0)")]) }
    let inputs = (0..<8).map { process in
      receipts.enumerated().map { LedgerTool.line($1, order: "P\(process)-\($0)", account: "account \(process)") }
        .joined(separator: "\n")
    }
    let arguments = Array(repeating: ["ledger", "add", "--stream", "--batch", "20"] + tool.adding, count: 8)
    let outputs = try runAll(arguments, inputs: inputs, in: tool.scratch).map { try LedgerTool.lines($0) }
    var accepted: [Int] = []
    for output in outputs {
      #expect(output.count == 1_000)
      for (index, answer) in output.enumerated() {
        switch answer["decision"] as? String {
        case "accept": accepted.append(index)
        case "replay": break
        default: Issue.record("\(answer["decision"] ?? "nothing")")
        }
      }
    }
    #expect(accepted.sorted() == Array(0..<1_000))
    #expect(try tool.eventNames().count { $0 == "accepted" } == 1_000)
    #expect(try tool.run("check").status == 0)
  }

  @Test("two runners never ask about the same order")
  func runners() throws {
    let tool = try LedgerTool()
    let receipts = try (0..<60).map { try LedgerTool.receipt([LedgerTool.coins("T\($0)")]) }
    let input = receipts.enumerated().map { LedgerTool.line($1, order: "O\($0)", account: "a") }.joined(separator: "\n")
    _ = try ToolRun(["ledger", "add", "--stream", "--verify"] + tool.adding, input: Array(input.utf8))
    let apple = try LoopbackApple { call in
      usleep(2_000)
      return .init(LedgerTool.valid(call.receipt))
    }
    let run = ["ledger", "run", "--database", tool.database, "--rate", "1000"] + apple.options
    let outputs = try runAll([run, run, run], inputs: ["", "", ""], in: tool.scratch)
    #expect(apple.calls.count == 60)
    #expect(Set(apple.calls.map(\.receipt)).count == 60)
    #expect(try outputs.flatMap { try LedgerTool.lines($0) }.count == 60)
  }

  @Test("--watch goes on until SIGTERM, and sees what others add")
  func watch() throws {
    let tool = try LedgerTool()
    #expect(
      try tool.add(LedgerTool.receipt([LedgerTool.coins("1")]), order: "1", account: "a", ["--verify"]).status == 75)
    let apple = try LoopbackApple { call in .init(LedgerTool.valid(call.receipt)) }
    let process = Process()
    process.executableURL = ToolRun.program(because: "a signal ends it while it waits")
    process.arguments = ["ledger", "run", "--watch", "--database", tool.database] + apple.options
    process.environment = [:]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    func waits(for count: Int) throws -> Bool {
      for _ in 0..<200 {
        if try tool.eventNames().count(where: { $0 == "verified" }) == count { return true }
        usleep(50_000)
      }
      return false
    }
    #expect(try waits(for: 1))
    #expect(
      try tool.add(LedgerTool.receipt([LedgerTool.coins("2")]), order: "2", account: "a", ["--verify"]).status == 75)
    #expect(try waits(for: 2))
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
