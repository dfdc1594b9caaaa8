import ArgumentParser
import ReceiptKit

/// A command with the names on the path to it.
package struct CommandPath {
  /// The root command of the program.
  let root: any ParsableCommand.Type
  /// The names of the commands without the name of the tool; empty for the tool itself.
  package private(set) var names: [String] = []
  package private(set) var type: any ParsableCommand.Type

  /// The tool itself.
  package init(_ root: any ParsableCommand.Type) {
    self.root = root
    type = root
  }

  /// The options that only request help or the version.
  package static let helpOptions: [String] = ["--help", "-h", "-help", "--version"]

  /// The command for the first words of a command line, and the words after it. `--help validate` is read as `validate
  /// --help`.
  package static func find(
    _ arguments: ArraySlice<String>, in root: any ParsableCommand.Type
  ) -> (command: CommandPath, rest: ArraySlice<String>) {
    var command = CommandPath(root)
    var rest = arguments
    var foundOptions: ArraySlice<String> = []
    while let word = rest.first {
      if helpOptions.contains(word) {
        foundOptions.append(word)
      } else {
        guard command.descend(to: word) else { break }
      }
      rest.removeFirst()
    }
    return (command, foundOptions.isEmpty ? rest : foundOptions + rest)
  }

  /// The command as users write it after the tool's name: `ledger add`.
  var name: String { names.joined(separator: " ") }

  /// The command as users write it: `receipt-tool ledger add`.
  package var text: String { ([ToolFacts.name] + names).joined(separator: " ") }

  /// A reference to the command's help. The help of `mint` shows the options of `mint receipt`.
  var helpText: Message { "\(text) --help shows what it takes" }

  /// The names of the subcommands of this command.
  var subcommandNames: [String] {
    // Every configuration names its command: deriving a name from the type takes longer than everything else here.
    type.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// Whether the command only groups other commands.
  var isGroup: Bool { !type.configuration.subcommands.isEmpty }

  /// Descends to the subcommand with this name.
  ///
  /// - Returns: whether the subcommand exists.
  mutating func descend(to name: String) -> Bool {
    guard let next = type.configuration.subcommands.first(where: { $0.configuration.commandName == name }) else {
      return false
    }
    names.append(name)
    type = next
    return true
  }

  /// Descends to the default subcommand if no subcommand is named.
  ///
  /// - Returns: whether there is a default subcommand.
  mutating func descendToDefault() -> Bool {
    guard let name = type.configuration.defaultSubcommand?.configuration.commandName else { return false }
    return descend(to: name)
  }
}
