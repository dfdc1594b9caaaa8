import Foundation
import Testing

/// Quiet is quiet: nothing is written but what is wrong with the command line.
@Suite("Quiet")
struct QuietTests {
  @Test("every command that has --quiet is looked at here")
  func commands() throws {
    let quiet = try CommandTree.shared().commands.filter { $0.options.contains { $0.name == "--quiet" } }.map(\.name)
    // Of streams it silences standard error.
    // serve is looked at by ServeOperationsTests: it writes its URL and no more.
    #expect(Set(quiet) == ["decode", "diagnose", "redact", "validate", "serve"])
  }

  @Test("a pass of ledger run writes nothing where nothing was wrong, and says what was")
  func ledgerRun() throws {
    let tool = try LedgerTool()
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    #expect(try tool.add(receipt, order: "1", account: "a", ["--verify"]).status == 75)
    let apple = try LoopbackApple { .init(LedgerTool.valid($0.receipt)) }
    let here = "http://127.0.0.1:\(apple.port)/"
    let asking = ["--endpoint", here + "production", "--sandbox-endpoint", here + "sandbox"]
    let settled = try tool.run("run", asking)
    #expect(settled.status == 0 && settled.stderr == "", "\(settled.stderr)")
    #expect(settled.stdout.contains("verified"))
    let idle = try tool.run("run", asking)
    #expect(idle.status == 0 && idle.stdout == "" && idle.stderr == "", "\(idle.stderr)")
    let other = try LedgerTool.receipt([LedgerTool.coins("2")])
    #expect(try tool.add(other, order: "2", account: "a", ["--verify"]).status == 75)
    let nowhere = try tool.run(
      "run", ["--endpoint", "http://127.0.0.1:1/", "--sandbox-endpoint", "http://127.0.0.1:1/"])
    #expect(nowhere.status != 0 && nowhere.stderr.contains("asked"), "\(nowhere.status) \(nowhere.stderr)")
  }
}
