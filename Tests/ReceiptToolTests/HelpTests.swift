import Foundation
import Testing

@testable import ReceiptCommands
@testable import receipt_tool_online

/// What is true of every help, and the whole text of a few, as it was read by eye. RECORD_GOLDEN=1 records it anew.
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

  @Test("the help of the tool, of groups and of commands with many and with few options is as recorded")
  func recorded() throws {
    let pages = ["", "api consume", "decode", "ledger", "ledger add", "mint", "version"]
    let text = pages.map { words in
      "$ receipt-tool \(words) --help\n\(Self.text(words.split(separator: " ").map(String.init)))\n"
    }.joined()
    let file = Package.root.appendingPathComponent("Tests/ReceiptToolTests/Golden/help.txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(text.utf8).write(to: file) }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    let difference = zip(text.components(separatedBy: "\n"), recorded.components(separatedBy: "\n")).first { $0 != $1 }
    #expect(text == recorded, "\(difference.map { "\($0.0)\n\($0.1)" } ?? "it is longer or shorter")")
  }

  @Test("every help fits 80 columns, with all words that it has where there is more room")
  func wrapping() throws {
    for words in try Self.pages() {
      let help = Self.text(words)
      for line in help.components(separatedBy: "\n") {
        #expect(line.count <= 80 || line.hasPrefix("USAGE: "), "\(words): \(line)")
        #expect(line.last != " " && !line.contains("\t"), "\(words): \(line)")
      }
      #expect(help.split { $0.isWhitespace } == Self.text(words, columns: 1_000).split { $0.isWhitespace }, "\(words)")
    }
  }

  /// The parts of a help by their headings, in their order.
  private static func sections(_ help: String) -> [(title: String, lines: [String])] {
    var found: [(title: String, lines: [String])] = []
    for line in help.components(separatedBy: "\n") {
      let start = line.components(separatedBy: ": ")[0]
      if line.first?.isLetter == true && line == line.uppercased() && line.last != "."
        || ["OVERVIEW", "USAGE"].contains(start)
      {
        found.append((start.replacingOccurrences(of: ":", with: ""), []))
      } else if let last = found.indices.last {
        found[last].lines.append(line)
      }
    }
    return found
  }

  @Test("every help has the same parts in the same order")
  func order() throws {
    for words in try Self.pages() {
      var titles = Self.sections(Self.text(words)).map(\.title)
      #expect(Set(titles).count == titles.count, "\(words): \(titles)")
      #expect(titles.starts(with: ["OVERVIEW", "EXAMPLES", "EXIT STATUS", "USAGE"]), "\(words): \(titles)")
      if let place = titles.firstIndex(of: "ARGUMENTS") { #expect(place == 4, "\(words): \(titles)") }
      if try CommandTree.shared().groups.contains(words.joined(separator: " ")) {
        #expect(titles.popLast() == "SUBCOMMANDS", "\(words)")
      }
      #expect(titles.last == "OPTIONS", "\(words): \(titles)")
    }
  }

  @Test("every option stands once in the help of its command, below its heading, and says what it does")
  func options() throws {
    for command in try CommandTree.shared().commands {
      let sections = Self.sections(Self.text(command.words, columns: 1_000))
      for option in command.options {
        let name = "\(command.name) \(option.name)"
        #expect([".", ")"].contains(option.help.last), "\(name): \(option.help)")
        let places = sections.filter { section in section.lines.contains { Self.names($0).contains(option.name) } }
        #expect(places.map(\.title) == [option.section.uppercased()], "\(name)")
        let lines = places.first?.lines ?? []
        #expect(lines.count { Self.names($0).contains(option.name) } == 1, "\(name)")
        // A long name has its text on the next line.
        let item = lines.drop { !Self.names($0).contains(option.name) }.prefix(2).joined(separator: " ")
        #expect(item.split(separator: " ").joined(separator: " ").contains(option.help), "\(name): \(item)")
      }
    }
  }

  /// The options that a line of a help is about: `  -q, --quiet      Say nothing.`
  private static func names(_ line: String) -> [String] {
    guard line.hasPrefix("  -") else { return [] }
    return line.split { ", /".contains($0) }.prefix { "-<".contains($0.first ?? " ") }.map(String.init)
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
