import ReceiptKit

/// The words after a command, each with its role: option, value or input.
///
/// ArgumentParser would misread several words: a file whose name looks like an option, help instead of a judgement, the
/// last of two values, and for an empty `--name=` the word after it. Names of files often come from other people,
/// through a pattern of the shell or a list, so they must not decide any of this.
package struct CommandLineWords {
  /// A given option.
  struct Option {
    let name: String
    let value: String?
    /// Whether an input precedes it.
    let isBehindInput: Bool
  }

  private(set) var options: [Option] = []
  private(set) var inputs: [String] = []

  /// The options that request only help or the version.
  package static let requests: [String] = ["--help", "-h", "-help", "--version"]

  /// Options that people try for the shared secret. Its value is not repeated.
  private static let secrets: Set<String> = ["--password", "--secret", "--shared-secret"]

  private let command: CommandPath
  private let exists: (String) -> Bool

  /// Parses the words of a command line.
  ///
  /// - Parameters:
  ///   - command: the command before them.
  ///   - exists: whether a file of this name exists, including a dangling link.
  init(
    _ words: ArraySlice<String>, of command: CommandPath, exists: @escaping (String) -> Bool
  ) throws(UsageError) {
    self.command = command
    self.exists = exists
    var rest = words
    var isBehindFlag = false
    while let word = rest.popFirst() {
      if word == "--" {
        try checkIsNoFile(word)
        if rest.contains("-") { try checkIsNoFile("-") }
        inputs += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        if word == "-" { try checkIsNoFile(word) }
        if isBehindFlag { try checkIsNoValue(word) }
        isBehindFlag = false
        inputs.append(word)
        continue
      }
      isBehindFlag = true
      try checkIsNoFile(word)
      if word.hasPrefix("--") { try addOption(word, &rest) } else { try addLetters(word) }
    }
    try checkOrder()
  }

  /// `--name`, `--name value` or `--name=value`
  private mutating func addOption(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard !Self.requests.contains(name) else { throw Self.standsAlone(name, command) }
    guard !Self.secrets.contains(name) else {
      throw UsageError(
        "the shared secret is not an argument, because everybody on the machine could read it; "
          + "use --shared-secret-file, the environment variable \(ToolFacts.secretVariable) or --ask-shared-secret")
    }
    guard let facts = OptionFacts.of(name, in: command.name) else { throw CommandFacts(command).unknown(name) }
    var value = parts.count > 1 ? String(parts[1]) : nil
    if facts.form == .flag {
      guard value == nil else { throw Self.takesNoValue(name, command) }
    } else if value == nil {
      value = try self.value(of: name, facts, &rest)
    }
    guard value != "" else { throw UsageError("\(name) has an empty value") }
    let isSingle = facts.form == .once || facts.form == .signed
    guard !isSingle || !options.contains(where: { $0.name == name }) else {
      throw UsageError("\(name) is given twice; which one counts?")
    }
    options.append(Option(name: name, value: value, isBehindInput: !inputs.isEmpty))
  }

  /// The word after an option that takes a value.
  private func value(
    of name: String, _ facts: OptionFacts, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let word = rest.popFirst(), word != "--" else { throw UsageError("\(name) needs a value behind it") }
    guard word.hasPrefix("-") else { return word }
    guard !exists(word) else {
      let hint = "for the file write \(name)=\(Shell.quoted("./" + word))"
      throw UsageError(
        "'\(word)' behind \(name) \(Self.meaning(of: word)), and a file has this name",
        hint: word == "-" ? "\(hint), for standard input \(name)=-" : hint)
    }
    guard word != "-" else { return word }
    guard facts.form == .signed else {
      throw UsageError(
        "\(name) needs a value behind it, and '\(word)' begins with - as options do",
        hint: "if it is the value, write \(name)=\(Shell.quoted(word))")
    }
    return word
  }

  /// `-q`: every letter is an option, and none of them requests help.
  private mutating func addLetters(_ word: String) throws(UsageError) {
    guard !Self.requests.contains(word) else { throw Self.standsAlone(word, command) }
    for letter in word.dropFirst() {
      guard let name = OptionFacts.letters[letter] else {
        let names = Spelling.suggestions(
          for: word, among: CommandFacts(command).names.filter { $0.hasPrefix("--") })
        let question = names.isEmpty ? "" : "did you mean \(names.joined(separator: ", "))? "
        throw UsageError(
          "'\(word)' is not an option of \(command.text)",
          hint: question
            + "for a file of this name write \(Shell.quoted("./" + word)), or put -- in front of the inputs")
      }
      options.append(Option(name: name, value: nil, isBehindInput: !inputs.isEmpty))
    }
  }

  /// A word that begins with a dash and names a file is ambiguous.
  private func checkIsNoFile(_ word: String) throws(UsageError) {
    guard exists(word) else { return }
    let alternative =
      switch word {
      case "-": "for standard input /dev/stdin"
      case "--": "otherwise leave -- out, and give files with their folder: ./NAME"
      default: "or put -- in front of the inputs"
      }
    throw UsageError(
      "'\(word)' \(Self.meaning(of: word)), and a file has this name",
      hint: "for the file write \(Shell.quoted("./" + word)), \(alternative)")
  }

  /// The interpretation of a word that begins with a dash.
  private static func meaning(of word: String) -> String {
    switch word {
    case "-": "is standard input"
    case "--": "ends the options"
    default: "begins with - as options do"
    }
  }

  /// A word that is not a file, after a flag that takes a value in other commands, was meant as its value.
  private func checkIsNoValue(_ word: String) throws(UsageError) {
    guard let last = options.last, OptionFacts.of(last.name, in: command.name)?.form == .flag,
      OptionFacts.takesValueElsewhere(last.name), word != "-", !exists(word)
    else { return }
    throw Self.takesNoValue(last.name, command, word)
  }

  /// If the exit status is a judgement, no option after an input may accept more: it may come from the list of inputs.
  private func checkOrder() throws(UsageError) {
    guard OptionFacts.judges(command.name, with: options.map(\.name)) else { return }
    let hasPolicy = options.contains { $0.name == "--policy" }
    var seen: Set<String> = []
    for option in options {
      let isFirst = seen.insert(option.name).inserted
      guard option.isBehindInput else { continue }
      let widens =
        switch OptionFacts.of(option.name, in: command.name)?.acceptance {
        case .noMore?: false
        case .moreThanPolicy?: hasPolicy
        case .moreIfRepeated?: hasPolicy || !isFirst
        case .more?, nil: true
        }
      guard !widens else {
        throw UsageError(
          "\(option.name) stands behind an input and widens what is accepted",
          hint: "put it in front of the inputs, where no list of files can put it")
      }
    }
  }

  /// The error if help is requested together with other words.
  private static func standsAlone(_ word: String, _ command: CommandPath) -> UsageError {
    UsageError(
      "\(word) stands alone behind a command; nothing was done",
      hint: "\(command.text) \(word), or for a file of this name ./\(word)")
  }

  private static func takesNoValue(_ name: String, _ command: CommandPath, _ word: String? = nil) -> UsageError {
    UsageError(
      "\(name) takes no value in \(command.text)" + (word.map { ", and there is no file '\($0)'" } ?? ""),
      hint: command.helpText)
  }
}
