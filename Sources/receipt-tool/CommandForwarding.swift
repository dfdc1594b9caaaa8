import ArgumentParser
import ReceiptCommands

/// Decides which command lines continue in the connected program.
struct CommandForwarding {
  private enum Need {
    /// This program runs the command by itself.
    case no
    /// The connected program does this better, if it is installed.
    case better
    /// Only the connected program has the command.
    case required(String)

    /// The same for words that only ask for a text: help, completions. No network is needed for them.
    indirect case text(Need)
  }

  private let arguments: ArraySlice<String>
  private let need: Need

  init(_ arguments: ArraySlice<String>) {
    self.arguments = arguments
    need = Self.need(arguments)
  }

  /// Whether the connected program continues, if it is installed.
  var isWanted: Bool { if case .no = need { false } else { true } }

  /// Continues in the connected program if necessary. In that case the function does not return.
  ///
  /// - Throws: an error if the command needs the connected program and that program is missing or must not be run.
  func perform() throws(CommandFailure) {
    try Self.perform(need, arguments)
  }

  private static func perform(_ need: Need, _ arguments: ArraySlice<String>) throws(CommandFailure) {
    switch need {
    case .no: return
    case .text(let need):
      // The denial survives `exec`.
      ProcessStart.denyNetwork()
      try perform(need, arguments)
    case .better: try ConnectedProgram.find()?.run(arguments)
    case .required(let what):
      guard let program = try ConnectedProgram.find() else { throw ConnectedProgram.missing(for: what) }
      try program.run(arguments)
    }
  }

  private static func need(_ arguments: ArraySlice<String>) -> Need {
    // Most command lines are decided by their first word. Making the configurations of the commands would take a
    // twelfth of the time of a run over one receipt.
    guard let first = arguments.first,
      first.hasPrefix("-") || first == "help" || first == "compare" || ConnectedCommand(rawValue: first) != nil
    else { return .no }
    let (command, words) = CommandPath.find(arguments, in: ReceiptTool.self)
    if isConnected(command) {
      let need = Need.required("`\(command.text)`")
      return asksForText(words) ? .text(need) : need
    }
    if command.type == Compare.self { return need(of: command, words) }
    guard command.names.isEmpty, let word = words.first else { return .no }
    if word == "help" {
      let (named, _) = CommandPath.find(words.dropFirst(), in: ReceiptTool.self)
      return isConnected(named)
        ? .text(.required("the help of `\(named.text)`")) : named.type == Compare.self ? .text(.better) : .no
    }
    return word.hasPrefix("--generate-completion-script") || word == "--experimental-dump-help" ? .text(.better) : .no
  }

  /// Whether words ask for help, or for the version.
  private static func asksForText(_ words: ArraySlice<String>) -> Bool {
    words.prefix { $0 != "--" }.contains(where: CommandPath.helpOptions.contains)
  }

  /// Decides by name. To ask the Swift runtime whether a type conforms to a protocol would take a seventieth of the
  /// time that a run over one receipt takes.
  private static func isConnected(_ command: CommandPath) -> Bool {
    command.names.first.map { ConnectedCommand(rawValue: $0) != nil } ?? false
  }

  /// `compare` needs the network unless it has a saved answer or signed data. The other program has its options for
  /// asking Apple.
  private static func need(of compare: CommandPath, _ words: ArraySlice<String>) -> Need {
    guard !asksForText(words) else { return .text(.better) }
    let options = words.prefix { $0 != "--" }
    if let parsed = try? Compare.parseAsRoot(Array(words)) as? Compare, parsed.options.isSaved { return .no }
    let names = options.map { $0.prefix { $0 != "=" } }
    // The connected program reports faults in the other words just as well.
    return names.contains("--response") || names.contains("--transactions")
      ? .better : .required("`\(compare.text)` without an answer or signed data")
  }
}
