import Foundation
import ReceiptMint
import Testing

/// `ledger export --all` and `ledger import`, and erasures that are killed.
@Suite("ledger import")
struct LedgerImportTests {
  @Test("what was exported is there, to the byte; a second time, what is damaged and what is no export are refused")
  func imports() throws {
    let tool = try LedgerTool()
    for number in 0..<3 {
      let receipt = try LedgerTool.receipt([LedgerTool.coins("\(number)")])
      #expect(try tool.add(receipt, order: "O\(number)", account: "jane").status == 0)
    }
    let export = try tool.run("export", ["--all"])
    #expect(export.status == 0)
    let file = try tool.scratch.file("all.ndjson", export.stdout.utf8).path
    let copy = tool.scratch.url.appendingPathComponent("copy.sqlite").path
    func take(_ file: String) throws -> ToolRun { try ToolRun(["ledger", "import", file, "--database", copy]) }
    for (name, text) in [
      ("cut.ndjson", String(export.stdout.dropLast(40))), ("empty.ndjson", ""), ("other.ndjson", "{}\n"),
      ("orders.ndjson", try tool.run("export").stdout),
      ("changed.ndjson", export.stdout.replacingOccurrences(of: "jane", with: "joan")),
    ] {
      let run = try take(try tool.scratch.file(name, text.utf8).path)
      #expect(run.status == 66 && run.stdout == "", "\(name): \(run.stderr)")
      #expect(!FileManager.default.fileExists(atPath: copy), "\(name)")
    }
    #expect(try take(tool.scratch.url.appendingPathComponent("missing").path).status == 66)
    #expect(try take("-").status == 64)
    #expect(try take(file).status == 0)
    #expect(try ToolRun(["ledger", "export", "--all", "--database", copy]).stdout == export.stdout)
    #expect(try take(file).status == 66)
    #expect(try tool.run("export", ["--all", "--orders"]).status == 64)
  }

  /// Tests/Fixtures/erasure_crash.py at a few points, of any number.
  @Test(
    "an erasure that is killed has erased all or nothing, and is finished by the same command",
    arguments: [false, true])
  func killed(_ isPostgreSQL: Bool) throws {
    guard !isPostgreSQL || ServeCrashTests.hasPostgreSQL else { return }
    let run = try Python.play(
      "Fixtures/erasure_crash.py",
      [ToolRun.program(because: "it is killed in the middle").path, "5"] + (isPostgreSQL ? ["--postgresql"] : []))
    #expect((try run.json()["points"] as? [String: Int])?.values.reduce(0, +) == 5)
  }
}
