import ArgumentParser
import ReceiptCommands

/// Decides which command lines continue in the connected program.
struct CommandForwarding {
  private enum Need {
    /// This program runs the command by itself.
    case no
    /// The connected program does this better, if it is installed: help for all commands, completions.
    case better
    /// Only the connected program has the command.
    case required(String)
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
    switch need {
    case .no: return
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
    if isConnected(command) { return .required("`\(command.text)`") }
    if command.type == Compare.self { return need(of: command, words) }
    guard command.names.isEmpty, let word = words.first else { return .no }
    if word == "help" {
      let (named, _) = CommandPath.find(words.dropFirst(), in: ReceiptTool.self)
      return isConnected(named)
        ? .required("the help of `\(named.text)`") : named.type == Compare.self ? .better : .no
    }
    return word.hasPrefix("--generate-completion-script") || word == "--experimental-dump-help" ? .better : .no
  }

  /// Decides by name. To ask the Swift runtime whether a type conforms to a protocol would take a seventieth of the
  /// time that a run over one receipt takes.
  private static func isConnected(_ command: CommandPath) -> Bool {
    command.names.first.map { ConnectedCommand(rawValue: $0) != nil } ?? false
  }

  /// `compare` needs the network unless it has a saved answer or signed data. The other program has its options for
  /// asking Apple.
  private static func need(of compare: CommandPath, _ words: ArraySlice<String>) -> Need {
    let options = words.prefix { $0 != "--" }
    guard !options.contains(where: CommandPath.requests.contains) else { return .better }
    if let parsed = try? Compare.parseAsRoot(Array(words)) as? Compare, parsed.options.isSaved { return .no }
    let names = options.map { $0.prefix { $0 != "=" } }
    // The connected program reports faults in the other words just as well.
    return names.contains("--response") || names.contains("--transactions")
      ? .better : .required("`\(compare.text)` without an answer or signed data")
  }
}
