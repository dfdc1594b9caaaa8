import ArgumentParser
import ReceiptKit

/// The facts about every command for a completion script, from the commands themselves.
struct CommandModel {
  /// A command, or a group of commands.
  struct Command {
    /// Such as `ledger add`; empty for the tool itself.
    let name: String
    /// Its subcommands, without the default one of a group.
    let subcommands: [Entry]
    let options: [Option]
    /// The kind of its inputs.
    let input: Value?
    let takesOneInput: Bool
  }

  /// A word with its description.
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
    /// Whether it must precede the inputs.
    let isBeforeInputs: Bool
  }

  /// The possible values of an option or an input.
  enum Value {
    case any, file, directory
    case list([String])
  }

  let commands: [Command]

  init(_ root: any ParsableCommand.Type) {
    var commands: [Command] = []
    Self.add(CommandPath(root), to: &commands)
    self.commands = commands
  }

  private static func add(_ command: CommandPath, to commands: inout [Command]) {
    // A group takes the arguments of its default command.
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
      // `mint receipt` is `mint`; `decode` is a separate word.
      guard command.names.isEmpty || next.type != worker.type else { continue }
      subcommands.append(Entry(name: name, text: next.type.configuration.abstract))
    }
    commands.append(
      Command(
        name: command.name, subcommands: subcommands, options: options, input: inputs?.value,
        takesOneInput: !(inputs?.isRepeated ?? true)))
  }
}
