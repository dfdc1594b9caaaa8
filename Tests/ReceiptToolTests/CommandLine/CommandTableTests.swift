import Foundation
import Testing

/// The tables of options in docs/commands.md are made from the commands. RECORD_GOLDEN=1 writes them anew.
///
/// A table stands between `<!-- options of COMMAND: SECTION -->` and `<!-- end of options -->`; the section of the help
/// is left out for all options.
@Suite("Tables of docs/commands.md")
struct CommandTableTests {
  @Test("the tables of options say what the help says")
  func tables() throws {
    let file = Package.root.appendingPathComponent("docs/commands.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    var lines: [String] = []
    var isInTable = false
    var count = 0
    for line in page.components(separatedBy: "\n") {
      if line == "<!-- end of options -->" { isInTable = false }
      if !isInTable { lines.append(line) }
      guard line.hasPrefix("<!-- options of ") else { continue }
      let words = line.dropFirst(16).dropLast(4).components(separatedBy: ": ")
      lines += try Self.table(command: words[0], section: words.dropFirst().first)
      isInTable = true
      count += 1
    }
    let text = lines.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(text.utf8).write(to: file) }
    #expect(text == page)
    #expect(count > 5)
  }

  private static func table(command: String, section: String?) throws -> [String] {
    let options = try #require(try CommandTree.shared().commands.first { $0.name == command }).options
      .filter { section == nil || $0.section == section }
    var rows: [(names: [String], text: String)] = []
    for option in options {
      let name =
        "`" + (option.letters.map { "-\($0)" } + [option.name]).joined(separator: "`, `")
        + (option.isFlag ? "`" : " <\(option.valueName)>`")
      let text = option.help + (option.defaultValue.map { " (default: \($0))" } ?? "")
      // A flag and the one that takes it back have one text.
      if let last = rows.last, last.text == text {
        rows[rows.count - 1].names.append(name)
      } else {
        rows.append((names: [name], text: text))
      }
    }
    try #require(!rows.isEmpty)
    let cells = rows.map { row in
      let text = row.text.replacingOccurrences(of: "|", with: "\\|").replacingOccurrences(of: "<", with: "\\<")
      return "| \(row.names.joined(separator: ", ")) | \(text) |"
    }
    return ["| Option | What it does |", "| --- | --- |"] + cells
  }
}
