import Foundation
import Testing

/// How many files an option touches: nothing beside ArgumentParser lists options.
@Suite("Files of an option")
struct OptionFilesTests {
  private let sources: [String]

  init() throws {
    let root = Package.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects ?? []
    sources = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test("an option touches four files at most: two of the sources, the recorded help, and the page of commands")
  func four() throws {
    let page = try String(contentsOf: Package.root.appendingPathComponent("docs/commands.md"), encoding: .utf8)
    var commands: [String: Int] = [:]
    for option in try CommandTree.shared().commands.flatMap(\.options) { commands[option.name, default: 0] += 1 }
    var count = 0
    // An option of several commands is declared once, or is several options that have a name in common.
    for (option, number) in commands where number == 1 && !option.hasPrefix("--no-") {
      let words = option.dropFirst(2).split(separator: "-")
      let property = "var " + words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
      // Messages name options inside of a sentence; where one stands alone, it is in a table.
      let declaration = "customLong(\"\(option.dropFirst(2))\")"
      let files = sources.filter { $0.contains("\"\(option)\"") || $0.contains(declaration) }
      let isDeclared = files.contains { $0.contains(declaration) || $0.contains(property) }
      let touched = files.count + (isDeclared ? 0 : 1) + 1 + (page.contains(option) ? 1 : 0)
      #expect(touched <= 4, "\(option) is in \(files.count) files of the sources")
      count += 1
    }
    #expect(count > 60)
  }

  @Test("no file of the sources is a list of options")
  func lists() throws {
    let names = Set(try CommandTree.shared().commands.flatMap(\.options).map(\.name))
    for text in sources {
      let named = names.filter { text.contains("\"\($0)\"") }
      #expect(named.count < 25, "\(text.prefix(200))")
    }
  }
}
