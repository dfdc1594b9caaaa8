import Foundation
import Testing

@testable import ReceiptCommands

/// What every help has to say.
@Suite("Help: defaults and exit statuses")
struct HelpSectionTests {
  /// Options with a value that have no default: without them nothing is chosen, expected or done.
  private static let withoutDefault: Set<String> = [
    "--trust-anchor", "--at", "--require", "--is-active", "--is-entitled", "--policy", "--app-version",
    "--min-app-version",
    "--original-version-below", "--max-age", "--app-apple-id", "--device-id", "--account-token", "--device-guid",
    "--product", "--active", "--require-check",
    "--grace-period",
    "--endpoint", "--sandbox-endpoint", "--api-endpoint", "--token-file", "--shared-secret-file", "--response",
    "--transactions",
    "--field", "--keep",
    "--summary",
    "--order", "--account", "--transaction", "--application-username", "--ordered-at", "--max-order-age", "--as",
    "--state",
    "--older-than", "--key-file", "--new-key", "--shift", "--coarsen", "--fail", "--drop", "--delay", "--seed",
    "--template",
    "--original-app-version", "--ca", "--write-anchor", "--attribute", "--flaw", "--count",
    "--jws", "--notification", "--scenario", "--output",
    "--key", "--key-id", "--issuer-id", "--app", "--since-revision", "--days", "--request-id", "--delivery-status",
    "--consumption-percentage", "--refund-preference", "--type", "--replay", "--notify", "--from-ledger", "--ledger",
    "--webhook-file",
  ]

  @Test("every option with a default shows it")
  func defaults() throws {
    for command in try CommandTree().commands {
      let help = try ToolRun(command.words + ["--help"], environment: ["COLUMNS": "1000"]).stdout
      for option in command.options where !option.isFlag {
        let line = try #require(
          help.components(separatedBy: "\n  -").first { $0.hasPrefix(option.name.dropFirst() + " ") }, "\(option.name)")
        let says = line.contains("default: ") || line.contains("Without it: ")
        let isOptional = Self.withoutDefault.contains(option.name)
        let own = ["--id-field", "--bundle-id", "--environment", "--format", "--app-version", "--product"].contains(
          option.name)
        #expect(says || isOptional || own, "\(command.name) \(option.name)")
        if let value = option.defaultValue { #expect(line.contains("default: \(value)"), "\(command.name) \(line)") }
      }
    }
  }

  /// The statuses that a help lists.
  private func statuses(_ words: [String]) throws -> [Int32] {
    let help = try ToolRun(words + ["--help"], environment: ["COLUMNS": "80"]).stdout
    let section = try #require(help.components(separatedBy: "EXIT STATUS\n").dropFirst().first, "\(words)")
    return section.components(separatedBy: "\n").prefix { $0.hasPrefix("  ") }.compactMap {
      $0.split(separator: " ").first.flatMap { Int32($0) }
    }
  }

  @Test("every help lists exit statuses, those that there are, in their order")
  func sections() throws {
    let tree = try CommandTree()
    for words in tree.commands.map(\.words) + tree.groups.map({ $0.split(separator: " ").map(String.init) }) {
      let listed = try statuses(words)
      #expect(listed == listed.sorted() && Set(listed).count == listed.count, "\(words)")
      #expect(listed.allSatisfy { ExitStatus(rawValue: $0) != nil }, "\(words)")
      #expect(listed.contains(0) && listed.contains(64) && listed.contains(70) && listed.contains(74), "\(words)")
    }
  }

  @Test("a command that can leave with 1 judges an input, or is known to ask something else")
  func judging() throws {
    // Whether a ledger is sound, a name is known, a task is done; what Apple or a server says.
    let others: Set = ["ledger check", "ledger show", "ledger run", "ledger merge", "ledger erase"]
    func asksOtherwise(_ name: String) -> Bool {
      others.contains(name) || name.hasPrefix("api ") || name.hasPrefix("notifications ")
    }
    var judging = 0
    for command in try CommandTree().commands where try statuses(command.words).contains(1) {
      let judges = OptionFacts.judges(command.name, with: ["--require"])
      #expect(judges != asksOtherwise(command.name), "\(command.name)")
      if judges { judging += 1 }
    }
    #expect(judging == 11)
  }

  @Test("what a command ends with is listed, and 65 and 66 are listed only where they come")
  func ends() throws {
    let scratch = try Scratch()
    try scratch.file("words", "hello".utf8)
    try scratch.file("receipt", try Minted.receipt().base64.utf8)
    try ScriptedAPI.makeKey(scratch.path + "/SubscriptionKey_2X9R4HXF34.p8")
    let apple = [
      "--key", "SubscriptionKey_2X9R4HXF34.p8", "--issuer-id", ScriptedAPI.issuer, "--bundle-id", "com.example.app",
      "--endpoint", "http://127.0.0.1:1/", "--tries", "1", "--timeout", "1",
    ]
    for command in try CommandTree().commands where command.name != "serve" {
      let listed = try statuses(command.words)
      var found: Set<Int32> = []
      var options: [String] = []
      switch command.name {
      case "verify": options = ["--endpoint", "http://127.0.0.1:1/", "--tries", "1", "--timeout", "1"]
      case "history", "api transaction", "api history", "api statuses", "api order", "api refunds",
        "api app-transaction", "api test-notification", "notifications list", "notifications test":
        options = apple
      case "api mass-extension": options = apple + ["product"]
      case "api extend": options = apple + ["--yes", "--days", "1"]
      case "api consume": options = apple + ["--yes", "--customer-consented", "--delivery-status", "DELIVERED"]
      case "api set-token": options = apple + ["--yes", "1"]
      case "api finish": options = apple + ["--yes"]
      case "ledger add": options = ["--bundle-id", "com.example.app", "--order", "1", "--account", "a"]
      case "ledger merge": options = ["name"]
      case "ledger prune": options = ["--older-than", "1d"]
      case "ledger run": options = ["--endpoint", "http://127.0.0.1:1/", "--sandbox-endpoint", "http://127.0.0.1:1/"]
      default: break
      }
      var lines: [[String]] = [
        options, options + ["--nonsense"], options + ["words"], options + ["missing"], options + ["receipt"],
      ]
      if options.starts(with: apple), command.name != "history" {
        lines.append(
          ["--key", "missing"] + options.dropFirst(2)
            + (command.takesInputs ? ["7e3fb20b-4cdb-47cc-936d-99d65f608138"] : []))
      }
      if command.options.contains(where: { $0.name == "--require" }) {
        lines.append(["--require", "authentic", "receipt"])
      }
      if command.name == "compare" {
        lines = [["words", "--response", "words"], ["receipt", "--response", "missing"], ["--nonsense"]]
      }
      if command.name == "diff" {
        lines = [["words", "receipt"], ["receipt", "missing"], ["receipt", "receipt"], ["--nonsense"]]
      }
      for line in lines {
        let run = try ToolRun(
          command.words + line, environment: ["HOME": scratch.path + "/" + command.words.joined(separator: "-")],
          directory: scratch.url)
        #expect(listed.contains(run.status), "\(command.words + line): \(run.status) \(run.stderr)")
        found.insert(run.status)
      }
      #expect(found.contains(64), "\(command.name)")
      for status in [65, 66] as [Int32]
      where listed.contains(status) && command.name != "account-hash" && command.name != "ledger notify" {
        #expect(found.contains(status), "\(command.name) lists \(status), and \(found) came")
      }
    }
  }
}
