import ArgumentParser
import ReceiptKit

/// ArgumentParser's knowledge of a command's arguments. It takes milliseconds to get: only for mistakes and
/// completions.
package struct CommandFacts {
  /// An option or an input.
  struct Argument {
    /// With their dashes; empty for an input.
    let names: [String]
    let text: String
    let isFlag: Bool
    let isRepeated: Bool
    /// The possible values.
    let value: CommandModel.Value
  }

  let arguments: [Argument]
  /// Names of options, with their dashes.
  package var names: [String] { arguments.flatMap(\.names) }
  private let command: CommandPath

  package init(_ command: CommandPath) {
    self.command = command
    let description = try? JSONReader().read(Array(command.type._dumpHelp().utf8))
    arguments = Self.elements(description?["command"]?["arguments"]).map { argument in
      let names = Self.elements(argument["names"]).compactMap { name -> String? in
        guard let text = name["name"]?.stringValue else { return nil }
        return (name["kind"] == .string("long") ? "--" : "-") + text
      }
      return Argument(
        names: names, text: argument["abstract"]?.stringValue ?? "", isFlag: argument["kind"] == .string("flag"),
        isRepeated: argument["isRepeating"] == .bool(true), value: Self.value(argument["completionKind"]))
    }
  }

  /// The error for an option that the command does not have.
  func unknown(_ name: String) -> UsageError {
    let question = Spelling.question(for: name, among: names.filter { $0.hasPrefix("--") })
    return UsageError(
      "\(command.text) has no option \(name)",
      hint: question.map { "\($0) \(command.helpText)" } ?? command.helpText)
  }

  /// A suggestion for a value that is not on the list of one of these options.
  func question(_ options: [CommandLineWords.Option]) -> String? {
    for option in options {
      guard let value = option.value,
        case .list(let list)? = arguments.first(where: { $0.names.contains(option.name) })?.value,
        !list.contains(value)
      else { continue }
      return Spelling.question(for: value, among: list)
    }
    return nil
  }

  private static func value(_ kind: JSONValue?) -> CommandModel.Value {
    if kind?["file"] != nil { return .file }
    if kind?["directory"] != nil { return .directory }
    let list = elements(kind?["list"]?["values"]).compactMap(\.stringValue)
    return list.isEmpty ? .any : .list(list)
  }

  private static func elements(_ value: JSONValue?) -> [JSONValue] {
    guard case .array(let elements)? = value else { return [] }
    return elements
  }
}
