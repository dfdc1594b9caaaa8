import ArgumentParser

/// A command with the names on the path to it.
struct CommandPath {
  /// Without the name of the tool; empty for the tool itself.
  private(set) var names: [String] = []
  private(set) var type: any ParsableCommand.Type = ReceiptTool.self

  /// The tool itself.
  static var root: CommandPath { CommandPath() }

  /// The form in which users write it after the tool's name: `ledger add`.
  var name: String { names.joined(separator: " ") }

  /// The form in which users write it: `receipt-tool ledger add`.
  var text: String { ([ReceiptTool._commandName] + names).joined(separator: " ") }

  /// A reference to its help. The help of `mint` shows the options of `mint receipt`.
  var helpText: String { "\(text) --help shows what it takes" }

  /// Names of the commands below it.
  var subcommandNames: [String] {
    // Every configuration names its command: deriving a name from its type takes longer than all the rest here.
    type.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// Whether it only groups other commands.
  var isGroup: Bool { !type.configuration.subcommands.isEmpty }

  /// Goes to the subcommand of this name; returns whether it exists.
  mutating func descend(to name: String) -> Bool {
    guard let next = type.configuration.subcommands.first(where: { $0.configuration.commandName == name }) else {
      return false
    }
    names.append(name)
    type = next
    return true
  }

  /// Goes to the default subcommand if none is named; returns whether it exists.
  mutating func descendToDefault() -> Bool {
    guard let name = type.configuration.defaultSubcommand?.configuration.commandName else { return false }
    return descend(to: name)
  }
}
