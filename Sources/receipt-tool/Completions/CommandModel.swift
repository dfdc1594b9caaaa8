import ArgumentParser
import ReceiptKit

/// What a completion script has to know of every command, as the commands themselves say it.
struct CommandModel {
  /// A command, or the group of some.
  struct Command {
    /// As `ledger add`; empty for the tool itself.
    let name: String
    /// Those below it; the one that stands for the group where none is named is left out.
    let subcommands: [Entry]
    let options: [Option]
    /// What its inputs are.
    let input: Value?
    let takesOneInput: Bool
  }

  /// A word with what it is.
  struct Entry {
    let name: String
    let text: String
  }

  struct Option {
    /// With its dashes.
    let name: String
    let text: String
    /// `nil` for a flag.
    let value: Value?
    let isRepeated: Bool
    /// Whether it stands in front of the inputs only.
    let isBeforeInputs: Bool
  }

  /// What can stand in the place of a value or an input.
  enum Value {
    case any, file, directory
    case list([String])
  }

  let commands: [Command]

  init() {
    var commands: [Command] = []
    Self.add(.root, to: &commands)
    self.commands = commands
  }

  private static func add(_ command: CommandPath, to commands: inout [Command]) {
    // A group takes what the command takes that stands for it.
    var worker = command
    _ = worker.descendToDefault()
    let facts = CommandFacts(worker)
    let judges = OptionFacts.judges(worker.name, with: [])
    let options = facts.arguments.filter { !$0.names.isEmpty }.flatMap { argument in
      argument.names.filter { $0.hasPrefix("--") && !CommandLineWords.requests.contains($0) }.map { name in
        let known = OptionFacts.of(name, in: worker.name)
        return Option(
          name: name, text: argument.text, value: argument.isFlag ? nil : argument.value,
          isRepeated: known?.form == .repeated, isBeforeInputs: judges && known?.acceptance == .more)
      }
    }
    let inputs = facts.arguments.first { $0.names.isEmpty }
    var subcommands: [Entry] = []
    for name in command.subcommandNames {
      var next = command
      guard next.descend(to: name) else { continue }
      add(next, to: &commands)
      // `mint receipt` is `mint`; `decode` is a word of its own.
      guard command.names.isEmpty || next.type != worker.type else { continue }
      subcommands.append(Entry(name: name, text: next.type.configuration.abstract))
    }
    commands.append(
      Command(
        name: command.name, subcommands: subcommands, options: options, input: inputs?.value,
        takesOneInput: !(inputs?.isRepeated ?? true)))
  }
}
