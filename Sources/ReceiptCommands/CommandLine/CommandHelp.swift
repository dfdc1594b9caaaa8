import ArgumentParser

extension CommandPath {
  /// The help of the command, with a line break at its end.
  ///
  /// - Parameter columns: the width.
  func help(columns: Int) -> String {
    let own = root.helpMessage(for: type, columns: columns) + "\n"
    // `receipt-tool mint` accepts the options of `receipt-tool mint receipt`, so its help shows them. The help of the
    // tool itself is about the commands.
    guard !names.isEmpty, let defaultCommand = type.configuration.defaultSubcommand,
      let place = own.firstRange(of: Self.options)
    else { return own }
    return String(
      own[..<place.lowerBound] + Self.sections(root.helpMessage(for: defaultCommand, columns: columns))
        + own[place.lowerBound...])
  }

  private static let options = "\n\nOPTIONS:\n"

  /// The text between a command's usage and the options that every command has; empty if there is none.
  private static func sections(_ help: String) -> Substring {
    guard let usage = help.firstRange(of: "\n\nUSAGE: "), let end = help.firstRange(of: options),
      let start = help[usage.upperBound...].firstRange(of: "\n\n"), start.lowerBound < end.lowerBound
    else { return "" }
    return help[start.lowerBound..<end.lowerBound]
  }
}
