import Foundation
import Testing

@testable import ReceiptCommands
@testable import receipt_tool_online

/// The help of every command is held by a file, so that a change of it is seen. RECORD_GOLDEN=1 writes the files anew.
@Suite("Help")
struct HelpTests {
  static let commands: [[String]] =
    [
      [], ["decode"], ["inspect"], ["validate"], ["status"], ["diagnose"], ["verify"], ["compare"], ["diff"],
      ["history"], ["notifications"], ["notifications", "list"], ["notifications", "test"], ["api"], ["mint"],
      ["mint", "receipt"], ["mint", "init"], ["redact"], ["serve"], ["ledger"], ["explain"], ["account-hash"],
      ["version"],
    ]
    + [
      "add", "run", "notify", "events", "show", "entitlements", "list", "stats", "apps", "merge", "erase", "export",
      "import", "check", "prune", "backup", "move",
    ].map {
      ["ledger", $0]
    } + ["list", "add"].map { ["ledger", "apps", $0] }
    + [
      "transaction", "history", "statuses", "order", "refunds", "app-transaction", "test-notification",
      "mass-extension", "extend", "consume", "set-token", "finish",
    ].map { ["api", $0] }

  @Test("--help is as recorded, and fits 80 columns", arguments: commands)
  func help(_ command: [String]) throws {
    let run = try ToolRun(command + ["--help"], environment: ["COLUMNS": "80"])
    #expect(run.status == 0)
    #expect(run.stderr == "")
    let name = (["receipt-tool"] + command).joined(separator: "-")
    let file = Package.root.appendingPathComponent("Tests/ReceiptToolTests/Golden/\(name).help.txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try Data(run.stdout.utf8).write(to: file)
    }
    #expect(run.stdout == (try String(contentsOf: file, encoding: .utf8)))
    for line in run.stdout.components(separatedBy: "\n") where !line.hasPrefix("USAGE: ") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test("every command is held, and `help COMMAND` says the same as `COMMAND --help`")
  func everyCommand() throws {
    let listed = try ToolRun(["--help"]).stdout
      .components(separatedBy: "SUBCOMMANDS:\n").last.map {
        $0.components(separatedBy: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("See '") }
      }
    let names = try #require(listed).compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(OnlineTool.configuration.subcommands.map { $0.configuration.commandName } == names)
    #expect(Set(names) == Set(Self.commands.compactMap(\.first)))
    for name in names {
      #expect(try ToolRun(["help", name]).stdout == ToolRun([name, "--help"]).stdout)
    }
  }
}
