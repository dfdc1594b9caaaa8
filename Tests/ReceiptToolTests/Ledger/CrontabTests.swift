import Foundation
import Testing

/// The command lines of `Examples/crontab`, with other paths, as cron runs them.
@Suite("The example crontab")
struct CrontabTests {
  private let tool: LedgerTool
  private let lines: [String]

  init() throws {
    tool = try LedgerTool()
    for folder in ["backups", "log", "bin"] { try tool.scratch.directory(folder) }
    let text = try Package.text("Examples/crontab")
    var variables = ""
    var commands: [String] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.first?.isUppercase == true {
        variables += "\(line); "
      } else {
        let fields = line.split(separator: " ", maxSplits: 5)
        commands.append(String(fields[5]).replacing("\\%", with: "%"))
      }
    }
    let (scratch, database) = (tool.scratch.path, tool.database)
    lines = commands.map { command in
      (variables + command).replacing("/var/lib/receipt-tool/ledger.sqlite", with: database)
        .replacing("/etc/receipt-tool/shared-secret", with: scratch + "/secret")
        .replacing("/var/backups/", with: scratch + "/backups/").replacing("/var/log/", with: scratch + "/log/")
    }
    try tool.scratch.file("secret", "0123456789abcdef0123456789abcdef\n".utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: scratch + "/secret")
    #expect(try tool.add(LedgerTool.receipt([LedgerTool.coins("1")]), order: "1", account: "a").status == 0)
    try fake("exec '\(ToolRun.program(because: "cron starts it").path)' \"$@\"")
  }

  /// What stands in the place of the tool.
  private func fake(_ script: String) throws {
    let file = try tool.scratch.file("bin/receipt-tool", "#!/bin/sh\n\(script)\n".utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  private func run(_ line: String) throws -> ToolRun {
    try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", line],
      environment: ["PATH": tool.scratch.path + "/bin:/usr/bin:/bin"])
  }

  private func backups() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: tool.scratch.path + "/backups").sorted()
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: tool.scratch.path + "/backups/" + name))
  }

  @Test("has a pass and a backup, and both work")
  func works() throws {
    try #require(lines.count == 2)
    let pass = try run(lines[0])
    #expect(pass.status == 0, "\(pass.stderr)")
    let backup = lines[1]
    for _ in 0..<2 {
      let night = try run(backup)
      #expect(night.status == 0 && night.stdout == "" && night.stderr == "", "\(night.stderr)")
      #expect(try backups().count == 1)
    }
    let name = try #require(try backups().first)
    for path in ["backups/\(name)", "log/receipt-ledger.log", "log/receipt-ledger.ndjson"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: tool.scratch.path + "/" + path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(path)")
    }
    #expect(try ToolRun(["ledger", "show", "1", "--database", tool.scratch.path + "/backups/" + name]).status == 0)
  }

  @Test(
    "keeps the old backup where the new one is not made, or is not sound",
    arguments: [
      // The disk is full; the process dies; what was written is no ledger; the ledger contradicts itself.
      "case $2 in backup) exit 74;; esac", "case $2 in backup) echo part >\"$3\"; kill -9 $$;; esac",
      "case $2 in backup) head -c 5000 /dev/zero >\"$3\"; exit 0;; esac", "case $2 in check) exit 1;; esac",
    ])
  func keeps(_ failure: String) throws {
    let backup = try #require(lines.last)
    #expect(try run(backup).status == 0)
    let name = try #require(try backups().first)
    let before = try bytes(name)
    try fake(failure + "\nexec '\(ToolRun.program(because: "cron starts it").path)' \"$@\"")
    for _ in 0..<2 { #expect(try run(backup).status != 0) }
    #expect(try bytes(name) == before)
    // The next night all is well again: what was left does no harm.
    try fake("exec '\(ToolRun.program(because: "cron starts it").path)' \"$@\"")
    let night = try run(backup)
    #expect(night.status == 0, "\(night.stderr)")
    #expect(try backups() == [name])
  }

  @Test("keeps the old backup of a ledger that is damaged meanwhile")
  func damaged() throws {
    let backup = try #require(lines.last)
    #expect(try run(backup).status == 0)
    let name = try #require(try backups().first)
    let before = try bytes(name)
    var ledger = Array(try Data(contentsOf: URL(fileURLWithPath: tool.database)))
    for offset in stride(from: 4_096, to: ledger.count, by: 512) { ledger[offset] ^= 0xFF }
    try Data(ledger).write(to: URL(fileURLWithPath: tool.database))
    let night = try run(backup)
    #expect(night.status == 74 && night.stderr.contains("damaged"), "\(night.status) \(night.stderr)")
    #expect(try backups() == [name])
    #expect(try bytes(name) == before)
  }
}
