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

  @Test("a quiet stream says nothing on standard error, and prints what it prints otherwise")
  func streams() throws {
    let input = Array("\(try Minted.receipt().base64)\nhello\n".utf8)
    let scratch = try Scratch()
    let key = scratch.url.appendingPathComponent("key").path
    #expect(try ToolRun(["redact", "--new-key", key]).status == 0)
    for arguments in [["decode"], ["validate", "--at", "2026-01-01"], ["diagnose"], ["redact", "--key-file", key]] {
      let loud = try ToolRun(arguments + ["--stream"], input: input)
      let quiet = try ToolRun(arguments + ["--stream", "-q"], input: input)
      #expect(quiet.stderr == "" && loud.stderr != "", "\(arguments) \(quiet.stderr)")
      #expect(quiet.status == loud.status && quiet.stdout == loud.stdout && quiet.stdout != "", "\(arguments)")
    }
  }

  @Test("validate --quiet writes nothing but the documents of streams, and what is wrong with the command line")
  func validate() throws {
    let scratch = try Scratch()
    let good = try Minted.receipt().base64
    try scratch.file("root.pem", try Minted.anchor().utf8)
    try scratch.file("good", good.utf8)
    try scratch.file("words", "hello\n".utf8)
    try scratch.file("empty", [])
    try scratch.file("cut", good.utf8.prefix(2_000))
    try scratch.file("table", "receipt,order\n\(good),1\nhello,2\n".utf8)
    try scratch.file("damaged.gz", [0x1F, 0x8B, 8, 0, 0, 0])
    let trust = ["--trust-anchor", "root.pem", "--allow-test-signed"]
    for (arguments, status) in [
      (trust + ["good"], 0), (["good"], 1), (["words"], 65), (["missing"], 66), (["cut", "good"], 65),
      (["."], 66), (["damaged.gz"], 66), (trust + ["good", "good"], 0), (["empty"], 65),
      (trust + ["--stream", "good"], 0), (["--stream", "good"], 1), (["--stream", "words", "good"], 65),
      (["--stream", "missing", "good"], 66), (["--stream", "damaged.gz"], 66), (["--stream", "."], 66),
      (trust + ["--stream", "--csv", "--field", "receipt", "table"], 65),
      (["--stream", "--csv", "--field", "other", "table"], 65),
      (["--stream", "--jobs", "1", "--unordered", "good"], 1),
      (["--stream", "--summary", "summary.json", "good"], 1), (["--stream", "empty"], 65), (["-"], 65),
    ] as [([String], Int32)] {
      for quiet in ["-q", "--quiet"] {
        let run = try ToolRun(["validate", quiet] + arguments, directory: scratch.url)
        #expect(run.status == status, "\(arguments): \(run.status)")
        let isStream = arguments.contains("--stream")
        #expect((run.stdout == "" || isStream) && run.stderr == "", "\(arguments): \(run.stdout)\(run.stderr)")
      }
    }
    for arguments in [
      ["--nonsense"], ["--text", "good"], ["good", "--at", "yesterday"], ["--trust-anchor", "missing", "good"],
    ] {
      let run = try ToolRun(["validate", "-q"] + arguments, directory: scratch.url)
      #expect([64, 66].contains(run.status) && run.stderr.hasPrefix("error: "), "\(arguments)")
    }
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
