import ArgumentParser
import ReceiptKit

/// The request of a command line.
///
/// Help, the version, the completions and the description are printed only if they stand alone after a command.
/// Everything else is a command that runs, or an error: parsing never ends with status 0 without any action.
enum Invocation {
  /// Inputs to decode, with no option at all.
  case decode([String])
  case run(any ReceiptCommand)
  /// The requested text alone.
  case print(String)

  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - arguments: without the name of the program.
  ///   - root: the root command of the program.
  ///   - exists: whether a file of this name exists, including a dangling link.
  /// - Throws: ``UsageError``
  init(
    _ arguments: ArraySlice<String>, of root: any ParsableCommand.Type,
    exists: @escaping (String) -> Bool = OutputFile.exists
  ) throws(UsageError) {
    var (command, words) = CommandPath.find(arguments, in: root)
    if let text = try Self.text(command, words, exists) {
      self = .print(text)
      return
    }
    if command.isGroup {
      try Self.checkName(words.first, command, exists)
      guard command.descendToDefault() else { throw Self.noSubcommand(command) }
    }
    // ArgumentParser takes 1.2 ms to find out that no option was given, a third of the whole run
    // (Benchmarks/README.md), so the most frequent invocation bypasses it.
    if command.type == Decode.self, words.allSatisfy({ !$0.hasPrefix("-") || ($0 == "-" && !exists($0)) }) {
      self = .decode(words.isEmpty ? ["-"] : Array(words))
      return
    }
    let parts: CommandLineWords
    do throws(UsageError) {
      parts = try CommandLineWords(words, of: command, exists: exists)
    } catch {
      throw UsageError(error.message, hint: error.hint ?? command.helpText)
    }
    self = .run(try Self.parse(command, words, parts))
  }

  /// The text to print if only that was requested.
  private static func text(
    _ command: CommandPath, _ words: ArraySlice<String>, _ exists: (String) -> Bool
  ) throws(UsageError) -> String? {
    if command.isGroup, words.first == "help" { return try help(command, words.dropFirst()) }
    let isRoot = command.names.isEmpty
    guard let word = words.first, word.hasPrefix("-"), !exists(word) else { return nil }
    let script = "--generate-completion-script"
    if isRoot, word == script, words.count == 2 { return try completionScript(words.last, command.root) }
    guard words.count == 1 else { return nil }
    switch word {
    case "--help", "-h", "-help": return CommandHelp(command).text
    case "--version": return BuildFacts.text
    case "--experimental-dump-help" where isRoot: return command.root._dumpHelp() + "\n"
    case _ where isRoot && word.hasPrefix(script + "="):
      return try completionScript(String(word.dropFirst(script.count + 1)), command.root)
    default: return nil
    }
  }

  /// `help ledger add`
  private static func help(_ group: CommandPath, _ names: ArraySlice<String>) throws(UsageError) -> String {
    var command = group
    for name in names {
      guard command.descend(to: name) else { throw noCommand(name, command) }
    }
    return CommandHelp(command).text
  }

  private static func completionScript(
    _ shell: String?, _ root: any ParsableCommand.Type
  ) throws(UsageError) -> String {
    guard let shell, let script = CompletionScript(shell: shell, of: root) else {
      throw UsageError("there are completions for bash, zsh and fish")
    }
    return script.text
  }

  /// A word that is not a file and looks like a command was meant as one.
  private static func checkName(
    _ word: String?, _ command: CommandPath, _ exists: (String) -> Bool
  ) throws(UsageError) {
    guard let word, word != "-", !word.hasPrefix("-"), !exists(word) else { return }
    guard command.type.configuration.defaultSubcommand != nil else { throw noCommand(word, command) }
    guard !word.contains("/"), !word.contains("."), word.utf8.count <= 20,
      !Spelling.suggestions(for: word, among: command.subcommandNames).isEmpty
    else { return }
    throw noCommand(word, command)
  }

  private static func noCommand(_ word: String, _ command: CommandPath) -> UsageError {
    let shown = word.count <= 40 ? word : word.prefix(37) + "..."
    let kind = command.names.isEmpty ? "command" : "subcommand"
    let what = command.isGroup ? "has no \(kind) '\(shown)'" : "has no subcommands: '\(shown)'"
    let question = Spelling.question(for: word, among: command.subcommandNames)
    return UsageError(
      "\(command.text) \(what)", hint: question ?? "\(command.text) --help shows what there is")
  }

  private static func noSubcommand(_ command: CommandPath) -> UsageError {
    UsageError(
      "\(command.text) needs a subcommand: \(command.subcommandNames.joined(separator: ", "))",
      hint: "\(command.text) --help says what each of them does")
  }

  /// Lets ArgumentParser parse words whose roles are known.
  private static func parse(
    _ command: CommandPath, _ arguments: ArraySlice<String>, _ words: CommandLineWords
  ) throws(UsageError) -> any ReceiptCommand {
    do {
      if let parsed = try command.type.parseAsRoot(Array(arguments)) as? any ReceiptCommand { return parsed }
    } catch {
      let facts = CommandFacts(command)
      if let unknown = words.options.first(where: { !facts.names.contains($0.name) }) {
        throw facts.unknown(unknown.name)
      }
      // Requests for help have no message; those that could occur here were rejected before.
      let message = command.type.message(for: error)
      throw UsageError(
        message.isEmpty ? "the arguments of \(command.text) cannot be understood" : message,
        hint: facts.question(words.options).map { "\($0) \(command.helpText)" } ?? command.helpText)
    }
    throw UsageError("\(command.text) cannot be run", hint: command.helpText)
  }
}
