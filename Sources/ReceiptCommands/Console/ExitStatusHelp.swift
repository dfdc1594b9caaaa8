extension ExitStatus {
  /// The section of a command's help about its exit status: common meanings, and those of this command.
  ///
  /// Every command line can be wrong, and every command can have a defect or find its output closed.
  ///
  /// The meanings are pairs and not a dictionary, because they are created at every start: for a dictionary, the Swift
  /// runtime would search for a conformance.
  package static func help(_ own: KeyValuePairs<ExitStatus, String>, and common: ExitStatus...) -> String {
    let lines = allCases.compactMap { status -> String? in
      if let text = own.first(where: { $0.key == status })?.value { return "  \(status.rawValue) \(text)" }
      guard common.contains(status) || [.usage, .defect, .outputFailed].contains(status) else { return nil }
      return "  \(status.rawValue) \(status.commonMeaning)"
    }
    return "EXIT STATUS\n" + lines.joined(separator: "\n")
  }

  private var commonMeaning: String {
    switch self {
    case .success: "success"
    case .negative: "a check failed"
    case .usage: "the command line cannot be understood"
    case .notAReceipt: "an input is not a receipt"
    case .unreadable: "an input, or a file that an option names, cannot be read"
    case .unreachable: "Apple gave no answer: not reached, or it did not take the token (401)"
    case .defect: "a defect in this tool"
    case .outputFailed: "the output cannot be written"
    case .tryAgain: "Apple asks to try again later"
    case .misinstalled: "a part of this tool is missing, or must not be run"
    }
  }
}
