import Foundation
import ReceiptMint
import TestSupport
import Testing

/// What goes wrong with files, disks and other processes ends with a message and status 74, and nothing half done.
@Suite("ledger, on bad ground")
struct LedgerBadInputTests {
  private let tool: LedgerTool

  init() throws { tool = try LedgerTool() }

  private func coins(_ count: Int = 1, prefix: String = "T") throws -> String {
    try LedgerTool.receipt((0..<count).map { LedgerTool.coins("\(prefix)\($0)") })
  }

  @Test("a ledger that is locked is waited for, and then the message says by whom")
  func locked() throws {
    #expect(try tool.add(coins(), order: "1", account: "a").status == 0)
    // Holds the lock until its standard input ends.
    let script = """
      import sqlite3, sys
      db = sqlite3.connect(sys.argv[1], isolation_level=None)
      db.execute("BEGIN IMMEDIATE")
      print("locked", flush=True)
      sys.stdin.read()
      """
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    holder.arguments = ["python3", "-c", script, tool.database]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.start()
    defer { holder.waitUntilExit() }
    _ = output.fileHandleForReading.availableData
    let began = ContinuousClock.now
    let refused = try tool.add(coins(prefix: "U"), order: "2", account: "a", ["--wait", "1s"])
    #expect(began.duration(to: .now) >= .milliseconds(900))
    #expect(refused.status == 74 && refused.stdout == "")
    #expect(refused.stderr.contains("process \(holder.processIdentifier) (python3)"), "\(refused.stderr)")
    // Reading goes on meanwhile.
    #expect(try tool.run("show", ["1"]).status == 0)
    try input.fileHandleForWriting.close()
    #expect(try tool.add(coins(prefix: "U"), order: "2", account: "a").status == 0)
  }

  @Test("a file that reaches its limit records nothing of what failed, and everything that was answered stays")
  func limit() throws {
    #expect(try tool.add(coins(), order: "1", account: "a").status == 0)
    let file = try tool.scratch.file("large.b64", try coins(400, prefix: "U").utf8).path
    // 512 bytes a block: the log cannot grow beyond 64 KiB.
    let command = "ulimit -f 128; exec \"$0\" \"$@\""
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"),
      ["-c", command, ToolRun.program(because: "a limit of the process (ulimit)").path, "ledger", "add"] + tool.adding
        + [file, "--order", "2", "--account", "a"])
    #expect(run.status == 74 && run.stdout == "", "\(run.status) \(run.stderr)")
    #expect(run.stderr.contains("nothing of this was recorded"))
    #expect(try tool.run("show", ["2"]).status == 1)
    #expect(try tool.run("check").status == 0)
    #expect(try tool.add(coins(), order: "1", account: "a").json()["decision"] as? String == "duplicate")
    #expect(try tool.add(coins(400, prefix: "U"), order: "2", account: "a").status == 0)
  }

  @Test("a folder that is read-only for this user", .enabled(if: UnprivilegedRun.isPossible, "needs another user"))
  func readOnly() throws {
    #expect(try tool.add(coins(), order: "1", account: "a").status == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: tool.database)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: tool.scratch.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.scratch.path) }
    let run = try UnprivilegedRun.run(["ledger", "stats", "--database", tool.database])
    #expect(run.status == 74, "\(run.status) \(run.stderr)")
    #expect(run.stderr.contains("hint: "))
  }

  @Test("what is damaged, newer or another program's")
  func files() throws {
    #expect(try tool.add(coins(200), order: "1", account: "a").status == 0)
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: tool.database)))
    let sound = bytes
    for offset in stride(from: 4_096, to: bytes.count, by: 512) { bytes[offset] ^= 0xFF }
    let damaged = try tool.scratch.file("damaged.sqlite", bytes).path
    for command in [["check"], ["stats"], ["list"]] {
      let run = try ToolRun(["ledger"] + command + ["--database", damaged])
      #expect(run.status == 74 && run.stderr.contains("damaged"), "\(command): \(run.status) \(run.stderr)")
    }
    // Bytes 60 to 63 of the header are `user_version` (sqlite.org/fileformat.html).
    var newer = sound
    newer[63] = 99
    let path = try tool.scratch.file("newer.sqlite", newer).path
    let run = try ToolRun(["ledger", "stats", "--database", path])
    #expect(run.status == 74 && run.stderr.contains("version 99"))
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == newer)
    let text = try tool.scratch.file("text", String(repeating: "text ", count: 100).utf8).path
    #expect(try ToolRun(["ledger", "stats", "--database", text]).status == 74)
  }
}

/// Runs the tool as a user who may not write everywhere. Only root can become one.
enum UnprivilegedRun {
  private static let program = Programs.path("setpriv") ?? ""

  static let isPossible = getuid() != 0 || (!program.isEmpty && (try? run(["--version"]))?.status == 0)

  static func run(_ arguments: [String]) throws -> ToolRun {
    if getuid() != 0 { return try ToolRun(arguments) }
    return try ToolRun(
      executable: URL(fileURLWithPath: program),
      ["--reuid=65534", "--regid=65534", "--clear-groups", ToolRun.program(because: "another user runs it").path]
        + arguments)
  }
}
