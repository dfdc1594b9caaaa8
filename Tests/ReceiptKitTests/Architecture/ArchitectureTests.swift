import Foundation
import Testing

/// The table of modules in ARCHITECTURE.md, compared with the sources.
///
/// A folder may use what stands before it in the table and nothing behind it. The files of a row import exactly the
/// modules that it names. Between modules the compiler keeps the order; between the folders of one module only this
/// test does, by the names of types and functions.
@Suite("Architecture")
struct ArchitectureTests {
  /// A folder of `Sources`, and what the files of its row import of this package and of others.
  private struct Row {
    let folder: String
    /// Whether the folders below it belong to it.
    let isWhole: Bool
    /// Folders of one row share it.
    let number: Int
    let imports: Set<String>

    /// `Sources/ReceiptKit/`
    var module: String { folder.split(separator: "/").prefix(2).joined(separator: "/") + "/" }
  }

  private struct Source {
    let path: String
    let row: Int
    let names: SwiftNames
  }

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Read once for all tests.
  private static let all = Result { () throws -> (rows: [Row], sources: [Source]) in
    let rows = try ArchitectureTests.rows()
    return (rows, try ArchitectureTests.sources(rows))
  }

  private static func rows() throws -> [Row] {
    let text = try String(contentsOf: repository.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    var rows: [Row] = []
    for (number, line) in text.split(separator: "\n").enumerated() {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 5, cells[1].hasPrefix("`Sources/") else { continue }
      let imports = Self.quoted(cells[3])
      let names = Self.quoted(cells[1])
      // A module with its folders in their order; what lies beside them may use all of them.
      let isModule = try !names[0].hasSuffix("/**") && hasFiles(names[0])
      let folders = names.dropFirst().map { "\(names[0])/\($0)" } + (isModule || names.count == 1 ? [names[0]] : [])
      rows += folders.map { folder in
        Row(
          folder: folder.replacing("/**", with: ""), isWhole: folder.hasSuffix("/**"), number: number,
          imports: Set(imports))
      }
    }
    return rows
  }

  /// What stands between backticks.
  private static func quoted(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  private static func hasFiles(_ folder: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: repository.appending(path: folder).path)
      .contains { $0.hasSuffix(".swift") }
  }

  /// Every Swift file of `Sources` with the row of its folder.
  private static func sources(_ rows: [Row]) throws -> [Source] {
    let paths = FileManager.default.enumerator(atPath: repository.appending(path: "Sources").path)?.compactMap {
      $0 as? String
    }
    return try (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let path = "Sources/" + path
      let row = rows.indices.first {
        let rest = path.dropFirst(rows[$0].folder.count)
        return path.hasPrefix(rows[$0].folder + "/") && (rows[$0].isWhole || !rest.dropFirst().contains("/"))
      }
      let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
      return Source(
        path: path, row: try #require(row, "\(path) is in no row of ARCHITECTURE.md"), names: SwiftNames(text))
    }
  }

  @Test("no folder uses what stands below it in the table")
  func arrows() throws {
    let (rows, sources) = try Self.all.get()
    #expect(rows.count > 20)
    #expect(Set(rows.map(\.folder)).count == rows.count)
    #expect(sources.count > 400)
    #expect(Set(sources.map(\.row)) == Set(rows.indices), "every row has files")

    var owners: [String: Set<Int>] = [:]
    for source in sources {
      for name in source.names.declared { owners[rows[source.row].module + name, default: []].insert(source.row) }
    }
    for source in sources {
      for name in source.names.used.sorted() {
        // A name that several folders declare says nothing about which of them is meant.
        guard let owner = owners[rows[source.row].module + name], owner.count == 1, let row = owner.first,
          row > source.row
        else { continue }
        Issue.record(
          "\(source.path) uses \(name) of \(rows[row].folder), which stands below \(rows[source.row].folder)")
      }
    }
  }

  @Test("every folder imports what its row says, and no module imports one below it")
  func imports() throws {
    let (rows, sources) = try Self.all.get()
    var found: [Int: Set<String>] = [:]
    for source in sources { found[rows[source.row].number, default: []].formUnion(source.names.imports) }
    for (place, row) in rows.enumerated() {
      let imports = found[row.number, default: []]
      for module in imports {
        #expect(!rows[place...].contains { $0.module == "Sources/\(module)/" }, "\(row.folder) imports \(module)")
      }
      #expect(imports == row.imports, "\(row.folder) imports \(imports.sorted()), its row says \(row.imports.sorted())")
    }
  }

  @Test("the page stays short")
  func length() throws {
    let text = try String(contentsOf: Self.repository.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect((1...150).contains(lines.count), "\(lines.count) lines")
    for line in lines where !line.hasPrefix("|") { #expect(line.count <= 120, "\(line)") }
  }

  @Test("names are found in sources as the compiler finds them")
  func names() {
    let names = SwiftNames(
      ###"""
      import ReceiptKit
      // Comment.Type and "Text"
      /* Block /* Nested */ Comment */
      public struct Visible<Value: Bound>: Parent {
        enum Inner { case one(Payload) }
        let text = "Quoted \(Interpolated.value + "Deep \(Deeper())") \" End"
        let raw = ##"Raw "# \(Not.seen) \##(Seen.name)"##
        let long = """
          "Lines" \(InLines())
          """
      }
      private enum Hidden {}
      @inline(__always) func global(_ argument: Argument) -> Result { Module.Member.call() }
      extension Existing { func method() {} }
      """###)
    #expect(names.declared == ["Visible", "global"])
    #expect(names.imports == ["ReceiptKit"])
    let types = names.used.filter { $0.first?.isUppercase ?? false }
    #expect(
      types == [
        "ReceiptKit", "Visible", "Value", "Bound", "Parent", "Inner", "Payload", "Interpolated", "Deeper", "Seen",
        "InLines",
        "Hidden", "Argument", "Result", "Module", "Existing",
      ])
  }

  @Test("no query has HAVING without GROUP BY, which needs SQLite 3.39 where 3.37 is asked for")
  func queries() throws {
    let folder = Self.repository.appending(path: "Sources/ReceiptLedger")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
    var count = 0
    for file in files where file.pathExtension == "swift" {
      let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: " HAVING ")
      for part in parts.dropLast() {
        count += 1
        let query = part.components(separatedBy: "\"\"\"").last ?? ""
        #expect(query.contains("GROUP BY"), "\(file.lastPathComponent): \(query)")
      }
    }
    #expect(count > 1)
  }
}
