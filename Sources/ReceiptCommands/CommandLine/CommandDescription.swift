import ArgumentParser
import ReceiptKit

/// ArgumentParser's description of a command's options. Getting it takes milliseconds, so it is used only for mistakes.
struct CommandDescription {
  /// An option with all its names, including their dashes.
  struct Option {
    let names: [String]
    let isFlag: Bool
    let isRepeated: Bool
    /// The words that are valid as the option's value; empty if any value is valid.
    let values: [String]
  }

  let options: [Option]

  init(_ command: any ParsableCommand.Type) {
    let description = try? JSONReader().read(Array(command._dumpHelp().utf8))
    options = (description?["command"]?["arguments"]?.elementNodes ?? []).map { argument in
      let names = (argument["names"]?.elementNodes ?? []).compactMap { name -> String? in
        guard let text = name["name"]?.stringValue else { return nil }
        return (name["kind"] == .string("long") ? "--" : "-") + text
      }
      return Option(
        names: names, isFlag: argument["kind"] == .string("flag"), isRepeated: argument["isRepeating"] == .bool(true),
        values: (argument["completionKind"]?["list"]?["values"]?.elementNodes ?? []).compactMap(\.stringValue))
    }
  }

  /// Whether an option takes no value.
  func isFlag(_ name: String) -> Bool { options.contains { $0.isFlag && $0.names.contains(name) } }

  /// The first word that looks like an option but is not one: it is not the name of an option, and not a dash followed
  /// by letters that are all flags.
  func unknownOption(in words: some Sequence<String>) -> String? {
    words.first { word in
      guard word.hasPrefix("-"), word != "-" else { return false }
      let name = String(word.prefix { $0 != "=" })
      if word.hasPrefix("--") { return !options.contains { $0.names.contains(name) } }
      // A word such as `-1` is a negative number, not an option.
      guard word.dropFirst().first?.isLetter ?? false else { return false }
      return !word.dropFirst().allSatisfy { isFlag("-\($0)") }
    }.map { $0.hasPrefix("--") ? String($0.prefix { $0 != "=" }) : $0 }
  }

  /// The option with a single value for which these words give several.
  func optionGivenTwice(_ words: some Sequence<String>) -> String? {
    var names: Set<String> = []
    let twice = words.map { String($0.prefix { $0 != "=" }) }.filter { !names.insert($0).inserted }
    return twice.first { name in options.contains { !$0.isFlag && !$0.isRepeated && $0.names.contains(name) } }
  }

  /// A suggestion for a value that the option does not accept.
  func question(about words: ArraySlice<String>) -> Message? {
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      let name = String(word.prefix { $0 != "=" })
      guard let values = options.first(where: { $0.names.contains(name) })?.values, !values.isEmpty else { continue }
      let value = name == word ? next : String(word.dropFirst(name.count + 1))
      if !values.contains(value), let question = Spelling.question(for: value, among: values) { return question }
    }
    return nil
  }

  /// A suggestion for a word that is not an option, unless it looks like a file.
  func question(aboutName name: String) -> Message? {
    guard !name.contains(".") else { return nil }
    return Spelling.question(for: name, among: options.flatMap(\.names).filter { $0.hasPrefix("--") })
  }
}
