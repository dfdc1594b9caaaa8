import ArgumentParser

/// A command with the names that lead to it.
struct CommandPath {
  /// Without that of the tool; empty for the tool itself.
  private(set) var names: [String] = []
  private(set) var type: any ParsableCommand.Type = ReceiptTool.self

  /// The tool itself.
  static var root: CommandPath { CommandPath() }

  /// As a person writes it behind the tool's name: `ledger add`.
  var name: String { names.joined(separator: " ") }

  /// As a person writes it: `receipt-tool ledger add`.
  var text: String { ([ReceiptTool._commandName] + names).joined(separator: " ") }

  /// What of it leads to its help. That of `mint` shows what `mint receipt` takes.
  var helpText: String { "\(text) --help shows what it takes" }

  /// Names of the commands below it.
  var subcommandNames: [String] {
    // Names are given in every configuration: deriving one from its type takes longer than all the rest here.
    type.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// Whether it is nothing but a place for other commands.
  var isGroup: Bool { !type.configuration.subcommands.isEmpty }

  /// Goes to the command of this name below it; answers whether there is one.
  mutating func descend(to name: String) -> Bool {
    guard let next = type.configuration.subcommands.first(where: { $0.configuration.commandName == name }) else {
      return false
    }
    names.append(name)
    type = next
    return true
  }

  /// Goes to the command that does the work where none below this one is named; answers whether there is one.
  mutating func descendToDefault() -> Bool {
    guard let name = type.configuration.defaultSubcommand?.configuration.commandName else { return false }
    return descend(to: name)
  }
}
