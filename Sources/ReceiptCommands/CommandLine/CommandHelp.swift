import ArgumentParser

/// The help of a command.
struct CommandHelp {
  /// The text, with a line break at its end.
  let text: String

  /// - Parameter columns: the width.
  init(_ command: CommandPath, columns: Int) {
    let own = command.root.helpMessage(for: command.type, columns: columns) + "\n"
    // `receipt-tool mint` accepts the options of `receipt-tool mint receipt`, so its help shows them. The help of the
    // tool itself is about the commands.
    guard !command.names.isEmpty, let worker = command.type.configuration.defaultSubcommand,
      let place = own.firstRange(of: Self.options)
    else {
      text = own
      return
    }
    text = String(
      own[..<place.lowerBound] + Self.sections(command.root.helpMessage(for: worker, columns: columns))
        + own[place.lowerBound...])
  }

  private static let options = "\n\nOPTIONS:\n"

  /// The text between a command's usage and the options that every command has.
  private static func sections(_ help: String) -> Substring {
    guard let usage = help.firstRange(of: "\n\nUSAGE: "), let end = help.firstRange(of: options),
      let start = help[usage.upperBound...].firstRange(of: "\n\n"), start.lowerBound < end.lowerBound
    else { return "" }
    return help[start.lowerBound..<end.lowerBound]
  }
}
