import Foundation
import Testing

@testable import ReceiptCommands
@testable import receipt_tool_online

/// The help of every command is held by one file, so that a change of it is seen. RECORD_GOLDEN=1 writes it anew.
@Suite("Help")
struct HelpTests {
  /// The help of a command as it is at 80 columns.
  static func text(_ words: [String], columns: Int = 80) -> String {
    CommandPath.find(words[...], in: OnlineTool.self).0.help(columns: columns)
  }

  /// Every command and group, as ArgumentParser lists them.
  private static func pages() throws -> [[String]] {
    let tree = try CommandTree.shared()
    return (tree.groups + tree.commands.map(\.name)).sorted().map { $0.split(separator: " ").map(String.init) }
  }

  @Test("the help of every command is as recorded, and fits 80 columns")
  func help() throws {
    var said: Set<String> = []
    var text = ""
    for words in try Self.pages() {
      let help = Self.text(words)
      for line in help.components(separatedBy: "\n") where !line.hasPrefix("USAGE: ") {
        #expect(line.count <= 80, "\(words): \(line)")
      }
      text += "$ \((["receipt-tool"] + words).joined(separator: " ")) --help\n\(Self.shortened(help, &said))\n"
    }
    let file = Package.root.appendingPathComponent("Tests/ReceiptToolTests/Golden/help.txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(text.utf8).write(to: file) }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    let difference = zip(text.components(separatedBy: "\n"), recorded.components(separatedBy: "\n")).first { $0 != $1 }
    #expect(text == recorded, "\(difference.map { "\($0.0)\n\($0.1)" } ?? "it is longer or shorter")")
  }

  /// An option that stands in a help above, word for word, is only named, with a dash in front of what is left out.
  private static func shortened(_ help: String, _ said: inout Set<String>) -> String {
    var items: [[String]] = []
    for line in help.components(separatedBy: "\n") {
      // The rest of an option's text stands at a column far to the right.
      if line.hasPrefix("          "), let last = items.indices.last {
        items[last].append(line)
      } else {
        items.append([line])
      }
    }
    return items.map { lines in
      guard let first = lines.first, first.hasPrefix("  -"), !said.insert(lines.joined(separator: "\n")).inserted else {
        return lines.joined(separator: "\n")
      }
      return "  " + (first.dropFirst(2).components(separatedBy: "  ").first ?? "") + " …"
    }.joined(separator: "\n")
  }

  @Test("every command is in the help of the tool, and `help COMMAND` says the same as `COMMAND --help`")
  func everyCommand() throws {
    let listed = Self.text([]).components(separatedBy: "SUBCOMMANDS:\n").last.map {
      $0.components(separatedBy: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("See '") }
    }
    let names = try #require(listed).compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(OnlineTool.configuration.subcommands.map { $0.configuration.commandName } == names)
    // The program prints what is held here.
    let environment = ["COLUMNS": "80"]
    for words in [["decode"], ["ledger", "add"]] {
      let run = try ToolRun(words + ["--help"], environment: environment)
      #expect(run.status == 0 && run.stderr == "" && run.stdout == Self.text(words))
      #expect(try ToolRun(["help"] + words, environment: environment).stdout == run.stdout)
    }
  }
}
