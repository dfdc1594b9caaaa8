import Testing

/// A case of a table in `Tables`, whose README says how it is written.
struct TableCase: Sendable, CustomTestStringConvertible {
  private(set) var name = ""
  private(set) var lines: [String] = []
  private(set) var expected: [String] = []

  var text: String { lines.joined(separator: "\n") }
  var bytes: [UInt8] { Array(text.utf8) }
  var testDescription: String { name.isEmpty ? String(text.prefix(60)) : name }

  /// The words of the first expectation.
  func words() -> [String] { expected[0].split(separator: " ").map(String.init) }

  /// What stands behind a word with which an expectation begins.
  func value(_ word: String) -> String? {
    expected.first { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
  }

  /// A table that is not written as its README says.
  struct Mistake: Error {
    let table: String
    let line: String
  }

  /// The cases of a section, or of a table without sections.
  static func read(_ table: String, _ section: String = "") throws -> [TableCase] {
    let file = String(decoding: try PackageFiles.read("Tests/ReceiptKitTests/Tables/\(table).txt"), as: UTF8.self)
    let lines = file.replacing("\\\n", with: "").replacing("  >", with: "\n>")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var values: [(name: String, value: String)] = []
    var cases: [TableCase] = []
    var current = TableCase()
    var isComplete = false
    var isInSection = section.isEmpty
    for line in lines + ["## "] {
      if isComplete, !line.hasPrefix(">") {
        cases.append(current)
        current = TableCase()
        isComplete = false
      }
      if line.hasPrefix("## ") {
        guard current.lines.isEmpty, current.name.isEmpty else {
          throw Mistake(table: table, line: current.lines.first ?? current.name)
        }
        isInSection = line.dropFirst(3) == section
      } else if let (_, name, value) = line.wholeMatch(of: /set ([A-Z0-9]+) (.*)/)?.output {
        values.append(("$" + name, unescaped(String(value), values)))
        values.sort { $0.name.count > $1.name.count }
      } else if !isInSection || line.isEmpty && current.lines.isEmpty {
        continue
      } else if line.hasPrefix(">") {
        if line != ">" { current.expected.append(unescaped(String(line.dropFirst(2)), values)) }
        isComplete = true
      } else if line.hasPrefix("# ") {
        current.name += (current.name.isEmpty ? "" : " ") + line.dropFirst(2)
      } else {
        current.lines.append(unescaped(line, values))
      }
    }
    guard !cases.isEmpty, cases.allSatisfy({ !$0.lines.isEmpty }) else { throw Mistake(table: table, line: section) }
    return cases
  }

  /// A line with the values of its names and the characters of its escapes.
  private static func unescaped(_ line: String, _ values: [(name: String, value: String)]) -> String {
    let isMarked = line.hasPrefix("\\") && !line.hasPrefix("\\u{")
    let text = values.reduce(isMarked ? String(line.dropFirst()) : line) { $0.replacing($1.name, with: $1.value) }
    return text.replacing(/\\u\{([0-9A-F]*)\}/) { match in
      UInt32(match.output.1, radix: 16).flatMap(UnicodeScalar.init).map { String($0) } ?? ""
    }
  }
}
