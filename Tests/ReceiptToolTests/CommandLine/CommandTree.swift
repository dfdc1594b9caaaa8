import Foundation
import Testing

@testable import ReceiptCommands
@testable import receipt_tool_online

/// Every command and every option, as ArgumentParser knows them.
struct CommandTree {
  /// A command that runs.
  struct Command {
    /// As `ledger add`.
    let name: String
    let options: [Option]
    /// Whether it takes anything that is no option.
    let takesInputs: Bool
    var words: [String] { name.split(separator: " ").map(String.init) }
  }

  /// An option by its long name.
  struct Option {
    let name: String
    let letters: [Character]
    let isFlag: Bool
    let isRepeating: Bool
    /// Whether what follows is its value in any case.
    let isUnconditional: Bool
    let defaultValue: String?
    let values: [String]
    let takesFile: Bool
    /// The heading below which the help lists it.
    let section: String
    let valueName: String
    let help: String
  }

  /// Commands that do the work.
  private(set) var commands: [Command] = []
  /// Those that have others below them.
  private(set) var groups: [String] = []

  private static let made = Result { try CommandTree() }

  /// Made once: ArgumentParser takes seconds for it.
  static func shared() throws -> CommandTree { try made.get() }

  private init() throws {
    let description = try JSONSerialization.jsonObject(with: Data(OnlineTool._dumpHelp().utf8)) as? [String: Any]
    try add(try #require(description?["command"] as? [String: Any]), [])
  }

  private mutating func add(_ command: [String: Any], _ path: [String]) throws {
    let subcommands = (command["subcommands"] as? [[String: Any]] ?? []).filter {
      $0["commandName"] as? String != "help"
    }
    for subcommand in subcommands {
      try add(subcommand, path + [try #require(subcommand["commandName"] as? String)])
    }
    guard subcommands.isEmpty else {
      groups.append(path.joined(separator: " "))
      return
    }
    let arguments = command["arguments"] as? [[String: Any]] ?? []
    let options = try arguments.flatMap { argument in
      let names = argument["names"] as? [[String: Any]] ?? []
      let texts = try names.map {
        (isLong: $0["kind"] as? String == "long", text: try #require($0["name"] as? String))
      }
      let kind = argument["completionKind"] as? [String: Any] ?? [:]
      return texts.filter(\.isLong).map { name in
        Option(
          name: "--" + name.text, letters: texts.filter { !$0.isLong }.compactMap(\.text.first),
          isFlag: argument["kind"] as? String == "flag", isRepeating: argument["isRepeating"] as? Bool ?? false,
          isUnconditional: argument["parsingStrategy"] as? String == "unconditional",
          defaultValue: argument["defaultValue"] as? String,
          values: (kind["list"] as? [String: Any])?["values"] as? [String] ?? [], takesFile: kind["file"] != nil,
          section: argument["sectionTitle"] as? String ?? "Options", valueName: argument["valueName"] as? String ?? "",
          help: argument["abstract"] as? String ?? "")
      }
    }
    commands.append(
      Command(
        name: path.joined(separator: " "), options: options.filter { !["--help", "--version"].contains($0.name) },
        takesInputs: arguments.contains { $0["kind"] as? String == "positional" }))
  }
}
