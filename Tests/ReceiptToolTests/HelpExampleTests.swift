import Foundation
import Testing

@testable import ReceiptCommands
@testable import receipt_tool_online

/// What the help shows is run, in a folder with the files that the examples name (Tests/Fixtures/help_examples.sh).
@Suite("Examples in help")
struct HelpExampleTests {
  /// Examples that would ask Apple, wait for a signal, or need what no test has: they are parsed only.
  private static func isOnlyParsed(_ example: String) -> Bool {
    let neverRun = [
      "ledger run", "serve", "notifications test", "api mass-extension", "api test-notification", "api order",
      "api associate-seat", "api unclaim-seat", "api seats", "api claim-seat", "api extend-all", "api consume-v1",
      "api advanced-commerce", "messages", "reports",
    ]
    if neverRun.contains(where: { example.contains("receipt-tool \($0)") }) { return true }
    if example.contains("receipt-tool verify") { return !example.contains("--curl") }
    if example.contains("receipt-tool compare") { return example.contains("--shared-secret-file") }
    if example.contains("--replay") || example.contains("postgres://") { return true }
    // These ask before they change something.
    let changes = ["api extend", "api consume", "api set-token", "api finish"]
    return changes.contains { example.contains("receipt-tool \($0)") } && !example.contains("--yes")
  }

  /// The examples of a help, each as one line.
  private static func examples(_ words: [String]) throws -> [String] {
    let help = HelpTests.text(words)
    guard let section = help.components(separatedBy: "EXAMPLES\n").dropFirst().first else { return [] }
    let lines = section.components(separatedBy: "\n").prefix { !$0.isEmpty }
    for line in lines { #expect(line.hasPrefix("  "), "\(words): an example is wrapped: \(line)") }
    return lines.joined(separator: "\n").replacingOccurrences(of: "\\\n", with: " ")
      .components(separatedBy: "\n").filter { !$0.isEmpty }
  }

  /// Whether the exit status of one run may be 1: a test authority signed what is judged.
  private static func mayBeNegative(_ words: String) -> Bool {
    let judging = [
      "validate", "verify", "compare", "diff", "history", "ledger add", "ledger notify", "ledger transfer",
    ]
    return judging.contains { words == $0 || words.hasPrefix($0 + " ") }
      || ["--require", "--is-active", "--is-entitled", "--bundle-id"].contains { words.contains($0) }
  }

  @Test("every help has three examples or more; each of them runs, or is understood where it needs Apple", .thorough)
  func examples() throws {
    let standIn = try StandInRun(
      ["grace-period-recovered"], created: Date().ISO8601Format(),
      arguments: ["--trust-anchor", StandInRun.authority.path + "/root.pem"])
    try standIn.clock(milliseconds: Int(Date().timeIntervalSince1970 * 1_000))
    let template = try Scratch()
    let script = Package.root.appendingPathComponent("Tests/Fixtures/help_examples.sh").path
    let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let filled = try ToolRun(
      executable: URL(fileURLWithPath: script),
      [
        ToolRun.program(because: "a script fills a folder by its commands").path, StandInRun.authority.path,
        standIn.folders[0].path, standIn.server.url,
      ],
      environment: ["PATH": inherited, "HOME": template.path], directory: template.url)
    try #require(filled.status == 0, "\(filled.stderr)")
    // The original one, which calls that change something ask for.
    let transaction = try #require(try standIn.identifiers().first)

    let tree = try CommandTree.shared()
    let pages = tree.commands.map(\.words) + tree.groups.map { $0.split(separator: " ").map(String.init) }
    var (run, parsed) = (0, 0)
    for words in pages {
      let examples = try Self.examples(words)
      #expect(examples.count >= 3, "\(words): \(examples)")
      let folder = try Scratch()
      let place = folder.url.appendingPathComponent("here")
      try FileManager.default.copyItem(at: template.url, to: place)
      if words == ["mint"] || words == ["mint", "init"] {
        try FileManager.default.removeItem(at: place.appendingPathComponent("ca"))
      }
      var environment = [
        "PATH": place.path + "/bin:" + inherited, "HOME": place.path, "XDG_CONFIG_HOME": place.path + "/config",
        "XDG_DATA_HOME": place.path + "/data", "RECEIPT_TOOL_STATUSES": folder.path + "/statuses", "LC_ALL": "C.UTF-8",
        "ACCOUNT": "7e3fb20b-4cdb-47cc-936d-99d65f608138", "REQUEST": "7e3fb20b-4cdb-47cc-936d-99d65f608138",
        "IMAGE": "7e3fb20b-4cdb-47cc-936d-99d65f608138", "MESSAGE": "7e3fb20b-4cdb-47cc-936d-99d65f608138",
        "SEAT": "7e3fb20b-4cdb-47cc-936d-99d65f608138", "TOKEN": "ce3af791-365e-4c60-841b-1674b43c1609_1609556400000",
      ]
      for example in examples {
        let line = example.replacingOccurrences(of: "2000000123456789", with: transaction)
        let isOnlyParsed = Self.isOnlyParsed(line)
        environment["RECEIPT_TOOL_PARSE"] = isOnlyParsed ? folder.path + "/words" : nil
        let ran = try ToolRun(
          executable: URL(fileURLWithPath: "/bin/bash"), ["-c", "set -o pipefail\n" + line], environment: environment,
          directory: place)
        if isOnlyParsed {
          parsed += 1
          let given = try String(contentsOfFile: folder.path + "/words", encoding: .utf8)
          try FileManager.default.removeItem(atPath: folder.path + "/words")
          let arguments = given.components(separatedBy: "\n").prefix { !$0.isEmpty }
          #expect(throws: Never.self, "\(line)") {
            try Invocation(arguments, of: OnlineTool.self, .silent) { _ in false }
          }
          continue
        }
        run += 1
        let statuses = ((try? String(contentsOfFile: folder.path + "/statuses", encoding: .utf8)) ?? "")
          .components(separatedBy: "\n").dropLast()
        try? FileManager.default.removeItem(atPath: folder.path + "/statuses")
        #expect(!statuses.isEmpty, "\(line)\n\(ran.stderr)")
        for status in statuses {
          let parts = status.components(separatedBy: "\t")
          #expect(
            parts[0] == "0" || (parts[0] == "1" && Self.mayBeNegative(parts[1])), "\(line): \(status)\n\(ran.stderr)")
        }
        // Whatever else stands in the line.
        #expect(ran.status == 0 || statuses.contains { $0.hasPrefix("1\t") }, "\(line): \(ran.status)\n\(ran.stderr)")
      }
    }
    #expect(run > 100 && parsed > 20)
  }
}
