import Foundation
import Testing

/// How many files an addition touches.
@Suite("Files of an addition")
struct AdditionFilesTests {
  private struct SourceFile {
    let text: String
    /// What stands between one quotation mark and the next. A search for each of hundreds of names in a thousand files
    /// would take a minute.
    let quoted: Set<String>
    /// The names in `customLong("…")`.
    let declared: Set<String>

    init(_ url: URL) throws {
      text = try String(contentsOf: url, encoding: .utf8)
      let pieces = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        .compactMap { String(Substring($0)) }
      quoted = Set(pieces.dropFirst().dropLast())
      declared = Set(zip(pieces, pieces.dropFirst()).filter { $0.0.hasSuffix("customLong(") }.map(\.1))
    }
  }

  private let sources: [SourceFile]

  init() throws {
    let root = Package.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects ?? []
    sources = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map(SourceFile.init)
  }

  @Test("an option touches four files at most: two of the sources, the recorded help, and the page of commands")
  func four() throws {
    let page = try Package.text("docs/commands.md")
    var commands: [String: Int] = [:]
    for option in try CommandTree.shared().commands.flatMap(\.options) { commands[option.name, default: 0] += 1 }
    var count = 0
    // An option of several commands is declared once, or is several options that have a name in common.
    for (option, number) in commands where number == 1 && !option.hasPrefix("--no-") {
      let words = option.dropFirst(2).split(separator: "-")
      let property = "var " + words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
      // Messages name options inside of a sentence; where one stands alone, it is in a table.
      let name = String(option.dropFirst(2))
      let files = sources.filter { $0.quoted.contains(option) || $0.declared.contains(name) }
      let isDeclared = files.contains { $0.declared.contains(name) || $0.text.contains(property) }
      let touched = files.count + (isDeclared ? 0 : 1) + 1 + (page.contains(option) ? 1 : 0)
      #expect(touched <= 4, "\(option) is in \(files.count) files of the sources")
      count += 1
    }
    #expect(count > 60)
  }

  @Test("a sentence touches two places: the file that says it, and the catalog")
  func sentences() throws {
    let catalog = try JSONSerialization.jsonObject(with: Data(try Package.text("Sources/CTexts/Texts.xcstrings").utf8))
    let rows = try #require((catalog as? [String: Any])?["strings"] as? [String: [String: Any]])
    // Longer ones may stand on several lines of a literal.
    let keys = rows.filter { key, row in
      row["comment"] as? String == "Commands" && (20...70).contains(key.count) && !key.contains { "{\"\\".contains($0) }
    }.keys
    let counts = keys.map { key in sources.count { $0.quoted.contains(key) } }
    #expect(counts.count > 200 && counts.allSatisfy { $0 < 4 })
    #expect(counts.count { $0 == 1 } * 100 >= 95 * counts.count)
  }

  @Test("no file of the sources is a list of options")
  func lists() throws {
    let names = Set(try CommandTree.shared().commands.flatMap(\.options).map(\.name))
    for source in sources {
      let named = names.intersection(source.quoted)
      #expect(named.count < 25, "\(source.text.prefix(200))")
    }
  }

  @Test(
    "a notification, a member and an event are in few files",
    arguments: [
      (["PRICE_CHANGE"], 4), (["storeType"], 3), (["consumption_requested", "consumptionRequested"], 6),
    ])
  func samples(names: [String], most: Int) throws {
    var touched = 0
    for folder in ["Sources", "Schemas", "Tests/ReceiptKitTests/Tables/signed-data.txt"] {
      let place = Package.root.appendingPathComponent(folder)
      let below = FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil)?.allObjects ?? []
      for case let file as URL in [place] + below {
        guard ["swift", "json", "js", "txt"].contains(file.pathExtension) else { continue }
        let words = Set(
          try String(contentsOf: file, encoding: .utf8).split { !$0.isLetter && $0 != "_" }.map(String.init))
        touched += words.isDisjoint(with: names) ? 0 : 1
      }
    }
    #expect(touched >= 2 && touched <= most, "\(names) is in \(touched) files")
  }
}
