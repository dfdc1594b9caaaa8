import Foundation
import Testing

@testable import ReceiptCommands

/// What every help has to say.
@Suite("Help: defaults and exit statuses")
struct HelpSectionTests {
  @Test("a default that ArgumentParser knows is shown")
  func defaults() throws {
    var count = 0
    for command in try CommandTree.shared().commands {
      let help = HelpTests.text(command.words, columns: 1_000)
      for option in command.options {
        guard let value = option.defaultValue else { continue }
        let line = try #require(
          help.components(separatedBy: "\n  -").first { $0.hasPrefix(option.name.dropFirst() + " ") }, "\(option.name)")
        #expect(line.contains("default: \(value)"), "\(command.name) \(line)")
        count += 1
      }
    }
    #expect(count > 20)
  }

  /// The statuses that a help lists.
  private func statuses(_ words: [String]) throws -> [Int32] {
    let help = HelpTests.text(words)
    let section = try #require(help.components(separatedBy: "EXIT STATUS\n").dropFirst().first, "\(words)")
    return section.components(separatedBy: "\n").prefix { $0.hasPrefix("  ") }.compactMap {
      $0.split(separator: " ").first.flatMap { Int32($0) }
    }
  }

  @Test("every help lists exit statuses, those that there are, in their order")
  func sections() throws {
    let tree = try CommandTree.shared()
    for words in tree.commands.map(\.words) + tree.groups.map({ $0.split(separator: " ").map(String.init) }) {
      let listed = try statuses(words)
      #expect(listed == listed.sorted() && Set(listed).count == listed.count, "\(words)")
      #expect(listed.allSatisfy { ExitStatus(rawValue: $0) != nil }, "\(words)")
      #expect(listed.contains(0) && listed.contains(64) && listed.contains(70) && listed.contains(74), "\(words)")
    }
  }

  @Test("what a command ends with is listed, and 65 and 66 are listed only where they come", .thorough)
  func ends() throws {
    let scratch = try Scratch()
    try scratch.file("words", "hello".utf8)
    try scratch.file("receipt", try Minted.receipt().base64.utf8)
    try ScriptedAPI.makeKey(scratch.path + "/SubscriptionKey_2X9R4HXF34.p8")
    let apple = [
      "--key", "SubscriptionKey_2X9R4HXF34.p8", "--issuer-id", ScriptedAPI.issuer, "--bundle-id", "com.example.app",
      "--endpoint", "http://127.0.0.1:1/", "--tries", "1", "--timeout", "1",
    ]
    for command in try CommandTree.shared().commands where command.name != "serve" {
      let listed = try statuses(command.words)
      var found: Set<Int32> = []
      var options: [String] = []
      switch command.name {
      case "verify": options = ["--endpoint", "http://127.0.0.1:1/", "--tries", "1", "--timeout", "1"]
      case "history", "api transaction", "api history", "api statuses", "api order", "api refunds",
        "api app-transaction", "api test-notification", "api groups", "api group-members", "api seats",
        "messages images", "messages list", "messages url", "messages test-result", "reports show",
        "notifications list", "notifications test":
        options = apple
      case "migrate": options = apple + ["--state", "moved.state"]
      case "api mass-extension": options = apple + ["product"]
      case "api extend": options = apple + ["--yes", "--days", "1"]
      case "api consume": options = apple + ["--yes", "--customer-consented", "--delivery-status", "DELIVERED"]
      case "api extend-all": options = apple + ["--yes", "--days", "1"]
      case "api set-token", "api consume-v1": options = apple + ["--yes", "1"]
      case "api unclaim-seat": options = apple + ["--yes", "1"]
      case "api associate-seat": options = apple + ["--yes", "1", "7e3fb20b-4cdb-47cc-936d-99d65f608138"]
      case "api finish", "api claim-seat", "messages delete-image", "messages delete", "messages delete-url",
        "messages test", "reports send":
        options = apple + ["--yes"]
      case "messages set-url": options = apple + ["--yes", "http://127.0.0.1:1/"]
      case "api advanced-commerce": options = apple + ["--yes", "cancel", "1"]
      case "messages upload", "messages upload-image":
        options = apple + ["--yes", "7e3fb20b-4cdb-47cc-936d-99d65f608138"]
      case "messages default", "messages delete-default": options = apple + ["product"]
      case "messages set-default": options = apple + ["--yes", "product", "en-US"]
      case "ledger add": options = ["--bundle-id", "com.example.app", "--order", "1", "--account", "a"]
      case "ledger merge", "ledger transfer": options = ["name"]
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
      let own = Array(apple.prefix(6))
      switch command.name {
      case "messages set-url": lines.append(["--key", "missing"] + options.dropFirst(2))
      case "token": lines = [own, own + ["--nonsense"], ["--key", "missing"] + own.dropFirst(2)]
      case "offer check": lines = [own.prefix(2) + ["words"], own.prefix(2) + ["missing"], ["--nonsense"]]
      case "offer sign":
        lines = [
          ["promotional", "--product-id", "p", "--offer-id", "o"] + own, ["--nonsense"],
          ["advanced-commerce", "--request", "words"] + own, ["advanced-commerce", "--request", "missing"] + own,
        ]
      default: break
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
