import ArgumentParser
import ReceiptKit

/// What ArgumentParser knows of a command's options. It takes milliseconds to ask: this is for mistakes only.
struct CommandFacts {
  /// With their dashes.
  let names: [String]
  /// The values of options that have a list of them, by the option's names.
  let values: [String: [String]]
  private let command: CommandPath

  init(_ command: CommandPath) {
    self.command = command
    var names: [String] = []
    var values: [String: [String]] = [:]
    let description = try? JSONReader().read(Array(command.type._dumpHelp().utf8))
    for argument in Self.elements(description?["command"]?["arguments"]) {
      let own = Self.elements(argument["names"]).compactMap { name -> String? in
        guard let text = name["name"]?.stringValue else { return nil }
        return (name["kind"] == .string("long") ? "--" : "-") + text
      }
      names += own
      let list = Self.elements(argument["completionKind"]?["list"]?["values"]).compactMap(\.stringValue)
      guard !list.isEmpty else { continue }
      for name in own { values[name] = list }
    }
    self.names = names
    self.values = values
  }

  /// What is said of an option that the command does not have.
  func unknown(_ name: String) -> UsageError {
    let question = Spelling.question(for: name, among: names.filter { $0.hasPrefix("--") })
    return UsageError(
      "\(command.text) has no option \(name)",
      hint: question.map { "\($0) \(command.helpText)" } ?? command.helpText)
  }

  /// Which value may have been meant, where one of these options has a list of values and this is not on it.
  func question(_ options: [CommandLineWords.Option]) -> String? {
    for option in options {
      guard let value = option.value, let list = values[option.name], !list.contains(value) else { continue }
      return Spelling.question(for: value, among: list)
    }
    return nil
  }

  private static func elements(_ value: JSONValue?) -> [JSONValue] {
    guard case .array(let elements)? = value else { return [] }
    return elements
  }
}
