import ArgumentParser
import ReceiptCommands
import ReceiptRemote

extension AppStoreServerCall {
  /// The subcommand of the call.
  var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: name, abstract: command?.abstract ?? "",
      discussion: """
        \(description)

        EXAMPLES
        \(examples.joined(separator: "\n"))

        \(exitStatuses)
        """)
  }

  private var exitStatuses: String {
    guard change != nil else { return Self.reading }
    return takesFile ? Self.sending : Self.changing
  }

  private var description: String {
    var sentences = choices.isEmpty ? ["Apple's \"\(title)\"."] : []
    if let text = command?.text, !text.isEmpty { sentences.append(text) }
    if isSigned {
      let rate = rate.map { String($0) } ?? "few"
      sentences.append("Apple allows \(rate) requests a second in production, and a tenth of that in the sandbox.")
    }
    return sentences.joined(separator: " ")
  }

  /// Three lines as a user types them, after the name of the tool; none is wider than a terminal.
  private var examples: [String] {
    let optional = words { !$0.isPositional && !$0.isDemanded }
    if change != nil {
      let third =
        if !optional.isEmpty {
          example(["--yes"], optional: optional)
        } else if takesFile {
          example(["--yes"], file: "- < \(file)")
        } else {
          example(["--yes", "--tries 1"])
        }
      return [example(), example(["--yes"]), third]
    }
    if isSigned { return [example(), example(["--compact"]), example(["--raw"], file: "> raw")] }
    return [example(), example(optional: optional, file: "| jq ."), example(file: "| jq -c .")]
  }

  private var file: String {
    switch body {
    case .members: ""
    case .json: "request.json"
    case .image: "image.png"
    }
  }

  private func words(_ takes: (CallParameter) -> Bool) -> [String] {
    parameters.filter(takes).compactMap(\.exampleWords)
  }

  /// - Parameter file: what stands in the place of the file, or behind everything.
  private func example(_ flags: [String] = [], optional: [String] = [], file: String? = nil) -> String {
    let start = ["\(command?.group.rawValue ?? "") \(name)", "--app reader"] + flags
    let given = words { !$0.isPositional && $0.isDemanded } + optional + words(\.isPositional)
    var lines = ["  receipt-tool"]
    for word in start + given + [file ?? self.file] where !word.isEmpty {
      if (lines.last?.count ?? 0) + word.count > 76 { lines.append("   ") }
      lines[lines.count - 1] += " " + word
    }
    return lines.joined(separator: " \\\n")
  }

  /// The exit statuses of calls that read.
  private static let reading = ExitStatus.help(
    [.success: "Apple answered", .negative: "Apple refused the request for good"],
    and: .unreadable, .unreachable, .tryAgain)
  /// The exit statuses of changes.
  static let changing = ExitStatus.help(
    [.success: "Apple took it", .negative: "Apple refused the request for good, or you said no"],
    and: .unreadable, .unreachable, .tryAgain)
  /// The exit statuses of changes that send a file.
  private static let sending = ExitStatus.help(
    [
      .success: "Apple took it", .negative: "Apple refused the request for good, or you said no",
      .notAReceipt: "the file breaks a rule of Apple's, and was not sent",
    ],
    and: .unreadable, .unreachable, .tryAgain)
}

extension CallParameter {
  fileprivate var isPositional: Bool { if case .argument = input { true } else { false } }

  /// Whether the command demands the option.
  fileprivate var isDemanded: Bool {
    guard member.isRequired else { return false }
    switch (input, form) {
    case (.flag(_, _, otherwise: let otherwise), _): return otherwise == nil
    case (_, .word(_, let hasDefault)): return !hasDefault
    case (_, .newUUID): return false
    default: return true
    }
  }

  /// The parameter in an example, as words that stay on one line; `nil` if no example has it.
  fileprivate var exampleWords: String? {
    switch input {
    case .none: nil
    case .argument: example
    case .flag: example.map { _ in label }
    case .option: example.map { "\(label) \($0)" }
    }
  }
}
