import ArgumentParser
import ReceiptKit

/// The request of a command line. ArgumentParser reads it; this type does what ArgumentParser cannot.
///
/// ArgumentParser ends with status 0 for every request for help, for its own hidden options, and for `-h` among other
/// letters. A command whose status is a verdict must not do so where a file may be meant. So this type finds all these
/// requests before the command runs, or ends the program with status 64.
enum Invocation {
  /// Inputs to decode, with no option at all.
  ///
  /// This most frequent run bypasses ArgumentParser, which takes 1.2 ms to find that no option was given, a third of
  /// the whole run (Benchmarks/README.md).
  case decode([String])
  /// Any other command, with its options as ArgumentParser read them.
  case run(any ReceiptCommand)
  /// The requested text. If the command line had other words, too, or a file has this name, the status says that
  /// nothing else was done.
  case print(String, ExitStatus)

  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - arguments: the arguments, without the name of the program.
  ///   - root: the root command of the program.
  ///   - console: determines the width of help.
  ///   - exists: whether a file of this name exists, including a dangling link.
  init(
    _ arguments: ArraySlice<String>, of root: any ParsableCommand.Type, _ console: Console,
    exists: (String) -> Bool = OutputFile.exists
  ) throws(UsageError) {
    let hasOptions = arguments.contains { $0.hasPrefix("-") && $0 != "-" }
    // `decode FILE` also needs no command configurations, whose creation takes a twelfth of the run.
    if !hasOptions, arguments.first == "decode" {
      self = Self.decodeWithoutOptions(arguments.dropFirst())
      return
    }
    var (command, words) = CommandPath.find(arguments, in: root)
    if command.isGroup, words.first == "help" {
      self = .print(try Self.help(command, words.dropFirst(), console), .success)
      return
    }
    if hasOptions, let request = try Self.request(command, words, console, exists) {
      self = request
      return
    }
    let group = command
    var misplaced: String?
    if command.isGroup {
      try Self.rejectMisspelledCommand(words.first, command, exists)
      misplaced = Self.misplacedName(words, command, exists)
      guard command.descendToDefault() else { throw Self.noSubcommand(command) }
    }
    if !hasOptions, command.type == Decode.self, misplaced == nil {
      self = Self.decodeWithoutOptions(words)
      return
    }
    let hint: Message? = misplaced.map { "put the command first: \(group.text) \($0) …" }
    do throws(UsageError) {
      self = try Self.parse(command, words, console)
    } catch {
      throw hint.map { UsageError(error.message, hint: $0) } ?? error
    }
    // A misplaced name is a mistake only as an input of `decode`: it may also be the value of an option.
    if let misplaced, case .run(let decode as Decode) = self, decode.options.source.inputs.contains(misplaced) {
      throw UsageError("'\(misplaced)' is a command, and no file of this name exists", hint: hint)
    }
  }

  /// The first word that names a command of the group but is not in the place of a command, and that is not a file.
  private static func misplacedName(
    _ words: ArraySlice<String>, _ group: CommandPath, _ exists: (String) -> Bool
  ) -> String? {
    guard words.count > 1 else { return nil }
    let names = group.subcommandNames
    return words.prefix { $0 != "--" }.first { names.contains($0) && !exists($0) }
  }

  private static func decodeWithoutOptions(_ words: ArraySlice<String>) -> Invocation {
    .decode(words.isEmpty ? ["-"] : Array(words))
  }

  /// The text for `help ledger add`.
  private static func help(
    _ group: CommandPath, _ names: ArraySlice<String>, _ console: Console
  ) throws(UsageError) -> String {
    var command = group
    for name in names where !CommandPath.helpOptions.contains(name) {
      guard command.descend(to: name) else { throw noCommand(name, command) }
    }
    return command.help(columns: console.width)
  }

  /// Finds requests for help and version anywhere; requests for completions and for the manuals' description only
  /// directly after the tool's name. Returns `nil` if nothing is requested.
  private static func request(
    _ command: CommandPath, _ words: ArraySlice<String>, _ console: Console, _ exists: (String) -> Bool
  ) throws(UsageError) -> Invocation? {
    if command.names.isEmpty {
      if words.elementsEqual(["--experimental-dump-help"]) { return .print(command.root._dumpHelp() + "\n", .success) }
      if let script = try completionScript(words, command.root) { return .print(script, .success) }
    }
    guard let option = words.prefix(while: { $0 != "--" }).first(where: CommandPath.helpOptions.contains) else {
      return nil
    }
    // Other words belong to the command that would run.
    var command = command
    if words.count > 1 { _ = command.descendToDefault() }
    return .print(
      option == "--version" ? ToolFacts.versionText : command.help(columns: console.width),
      words.count == 1 && !exists(option) ? .success : .usage)
  }

  private static func completionScript(
    _ words: ArraySlice<String>, _ root: any ParsableCommand.Type
  ) throws(UsageError) -> String? {
    // `--generate-completion-script bash`, or one word with `=`.
    let parts =
      words.count == 1 ? words.flatMap { $0.split(separator: "=", maxSplits: 1).map(String.init) } : Array(words)
    guard parts.count == 2, parts[0] == "--generate-completion-script" else { return nil }
    guard let shell = CompletionShell(rawValue: parts[1]) else {
      throw UsageError("there are no completions for '\(parts[1])'", hint: "there are some for bash, zsh and fish")
    }
    return CompletionScript.text(root, for: shell) + "\n"
  }

  /// Rejects a word that is not a file but looks like a command.
  private static func rejectMisspelledCommand(
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
    let message: Message =
      if !command.isGroup {
        "\(command.text) has no subcommands: '\(shown)'"
      } else if command.names.isEmpty {
        "\(command.text) has no command '\(shown)'"
      } else {
        "\(command.text) has no subcommand '\(shown)'"
      }
    return UsageError(
      message,
      hint: Spelling.question(for: word, among: command.subcommandNames)
        ?? "\(command.text) --help shows what there is")
  }

  private static func noSubcommand(_ command: CommandPath) -> UsageError {
    UsageError(
      "\(command.text) needs a subcommand: \(command.subcommandNames.joined(separator: ", "))",
      hint: "\(command.text) --help says what each of them does")
  }
}

// MARK: - ArgumentParser

extension Invocation {
  /// Options that users try for the shared secret. Their value is not repeated in messages.
  private static let secrets: Set<String> = ["--password", "--secret", "--shared-secret"]

  private static func parse(_ command: CommandPath, _ words: ArraySlice<String>, _ console: Console) throws(UsageError)
    -> Invocation
  {
    let words = try withoutLanguage(words, command)
    let options = words.prefix { $0 != "--" }
    try rejectUnsafeOptions(options, command)
    let parsed: any ParsableCommand
    do {
      parsed = try command.type.parseAsRoot(Array(words))
    } catch {
      let description = CommandDescription(command.type)
      try rejectUnknownOption(options, command, description)
      let question = description.question(about: options)
      let hint: Message = question.map { "\($0) \(command.helpText)" } ?? command.helpText
      if let found = UsageError(in: error) { throw UsageError(found.message, hint: found.hint ?? hint) }
      // ArgumentParser lists the values of an option one per line; here they are part of a sentence.
      let message = command.type.message(for: error).replacing("\n  - ", with: " ")
      throw UsageError(Message(english: message), hint: hint)
    }
    let names = options.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
    // The description of a command takes time, so it is made only if a name occurs twice.
    if Set(names).count < names.count {
      if let name = CommandDescription(command.type).optionGivenTwice(names.map(String.init)) {
        throw UsageError("\(name) is given twice; which one counts?", hint: command.helpText)
      }
    }
    if let runnable = parsed as? any ReceiptCommand { return .run(runnable) }
    // ArgumentParser found `-h` among other letters.
    try rejectUnknownOption(options, command, CommandDescription(command.type))
    return .print(command.help(columns: console.width), .usage)
  }

  /// Every command has errors and hints, so every command takes `--language`, which `Program` has read. Only those with
  /// reports list it among their options.
  private static func withoutLanguage(
    _ words: ArraySlice<String>, _ command: CommandPath
  ) throws(UsageError) -> ArraySlice<String> {
    let name = "--language"
    guard let place = words.prefix(while: { $0 != "--" }).firstIndex(where: { $0 == name || $0.hasPrefix(name + "=") }),
      !CommandDescription(command.type).options.contains(where: { $0.names.contains(name) })
    else { return words }
    let isValueNext = words[place] == name
    let value = isValueNext ? words[(place + 1)...].first : String(words[place].dropFirst(name.count + 1))
    guard let value, SummaryLanguage(argument: value) != nil else {
      throw UsageError("--language: '\(value ?? "")' is not a language; use en, de or zh-Hans")
    }
    return try withoutLanguage(words[..<place] + words[(place + (isValueNext ? 2 : 1))...], command)
  }

  /// Rejects options for which ArgumentParser would print a text and end with 0, and options whose value ArgumentParser
  /// would repeat although the value may be a secret.
  private static func rejectUnsafeOptions(
    _ options: ArraySlice<String>, _ command: CommandPath
  ) throws(UsageError) {
    // The blank stands for the word after the last one: only an empty word is an empty value.
    for (word, next) in zip(options, options.dropFirst() + [" "]) where word.hasPrefix("--") {
      let name = String(word.prefix { $0 != "=" })
      // `--ask-shared-secret` takes no value: what follows its equals sign is the secret itself.
      let isSecret = secrets.contains(name) || name == "--ask-shared-secret" && word != name
      guard !isSecret else {
        throw UsageError(
          "the shared secret is not an argument, because everybody on the machine could read it; "
            + "use --shared-secret-file, the environment variable \(ToolFacts.secretVariable) or --ask-shared-secret",
          hint: command.helpText)
      }
      let hiddenOptions = ["--generate-completion-script", "--experimental-dump-help", "--help-hidden"]
      guard !hiddenOptions.contains(name), !name.hasPrefix("---") else {
        throw UsageError("Unknown option '\(name)'", hint: command.helpText)
      }
      let hasEmptyValue = word == name + "=" || next.isEmpty && !CommandDescription(command.type).isFlag(name)
      guard !hasEmptyValue else {
        throw UsageError("\(name) has an empty value", hint: command.helpText)
      }
    }
  }

  /// Commands that print only text, each with a command that prints the same as JSON.
  private static let jsonAlternatives: KeyValuePairs = [
    "inspect": "decode", "notifications test": "api test-notification", "ledger apps add": "ledger apps list --json",
    "token": "diagnose --json FILE, with the token in it,",
  ]

  /// Rejects the first unknown option: ArgumentParser reports unknown options only after the command has checked
  /// everything else.
  private static func rejectUnknownOption(
    _ options: ArraySlice<String>, _ command: CommandPath, _ description: CommandDescription
  ) throws(UsageError) {
    guard let word = description.unknownOption(in: options) else { return }
    if word == "--json", let other = jsonAlternatives.first(where: { $0.key == command.name })?.value {
      throw UsageError("Unknown option '--json'", hint: "\(ToolFacts.name) \(other) prints JSON")
    }
    let question = description.question(aboutName: word).map { $0 + " " } ?? ""
    let mayBeFile = !word.hasPrefix("--")
    throw UsageError(
      "Unknown option '\(word)'",
      hint: question
        + (mayBeFile
          ? "for a file of this name write \(("./" + word).shellQuoted), or put -- in front of the inputs"
          : command.helpText))
  }
}
