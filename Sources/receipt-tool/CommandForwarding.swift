import ArgumentParser
import ReceiptCommands

/// Decides which command lines continue in the connected program: every ``ConnectedCommand``, `compare` without a saved
/// answer, and texts about them, such as help.
struct CommandForwarding {
  private enum Need {
    /// This program runs the command by itself.
    case no
    /// The connected program does this better, if it is installed.
    case better
    /// Only the connected program has the command.
    case required(String)

    /// The same need of a command line that only asks for a text, such as help or completions. It needs no network.
    indirect case text(Need)
  }

  private let arguments: ArraySlice<String>
  private let need: Need

  init(_ arguments: ArraySlice<String>) {
    self.arguments = arguments
    need = Self.findNeed(arguments)
  }

  /// Whether the connected program continues, if it is installed.
  var isWanted: Bool { if case .no = need { false } else { true } }

  /// Continues in the connected program if necessary. In that case the function does not return.
  ///
  /// - Throws: an error if the command needs the connected program and that program is missing or must not be run.
  func perform() throws(CommandFailure) {
    try Self.forward(arguments, need)
  }

  private static func forward(_ arguments: ArraySlice<String>, _ need: Need) throws(CommandFailure) {
    switch need {
    case .no: return
    case .text(let need):
      // The denial survives `exec`.
      ProcessStart.denyNetwork()
      try forward(arguments, need)
    case .better: try ConnectedProgram.find()?.run(arguments)
    case .required(let what):
      guard let program = try ConnectedProgram.find() else { throw ConnectedProgram.missing(for: what) }
      try program.run(arguments)
    }
  }

  private static func findNeed(_ arguments: ArraySlice<String>) -> Need {
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
    if command.type == Compare.self { return findNeed(ofCompare: command, words) }
    guard command.names.isEmpty, let word = words.first else { return .no }
    if word == "help" {
      let (named, _) = CommandPath.find(words.dropFirst(), in: ReceiptTool.self)
      if isConnected(named) { return .text(.required("the help of `\(named.text)`")) }
      return named.type == Compare.self ? .text(.better) : .no
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
  private static func findNeed(ofCompare command: CommandPath, _ words: ArraySlice<String>) -> Need {
    guard !asksForText(words) else { return .text(.better) }
    if let parsed = try? Compare.parseAsRoot(Array(words)) as? Compare, parsed.options.isSaved { return .no }
    let names = words.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
    // The connected program reports faults in the other words just as well.
    return names.contains("--response") || names.contains("--transactions")
      ? .better : .required("`\(command.text)` without an answer or signed data")
  }
}
