import Foundation
import ReceiptLedger
import ReceiptReading
import ReceiptRemote
import Testing

@testable import ReceiptCommands

/// What scripts and programs rely on, compared with that of the last release (docs/compatibility.md). RECORD_GOLDEN=1
/// records it, which a release does; `git diff --word-diff` shows what a record lost.
@Suite("Compatibility")
struct CompatibilityTests {
  private static let path = "Tests/ReceiptToolTests/Golden/compatibility.txt"

  /// The record of the last release: that of its tag, which no later commit can change. Where no tag is, as in an archive
  /// of the sources, it is the file.
  private static func lastRelease(_ root: URL) throws -> String {
    func git(_ arguments: String...) throws -> String {
      try ToolRun(executable: URL(fileURLWithPath: "/usr/bin/env"), ["git", "-C", root.path] + arguments).stdout
    }
    let tags = try git("tag", "--list", "--sort=-version:refname", "[0-9]*.[0-9]*.[0-9]*").split(separator: "\n")
    let tagged = try tags.first.map { try git("show", "\($0):\(path)") } ?? ""
    return tagged.isEmpty ? try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) : tagged
  }

  @Test("the record of a tag counts more than the file, and the latest tag more than another")
  func tags() throws {
    let scratch = try Scratch()
    func git(_ arguments: String...) throws {
      let names = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "tag.gpgsign=false"]
      let run = try ToolRun(
        executable: URL(fileURLWithPath: "/usr/bin/env"), ["git", "-C", scratch.path] + names + arguments,
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
      try #require(run.status == 0, "\(run.stderr)")
    }
    try git("init", "--quiet")
    for version in ["1.9.0", "1.10.0"] {
      try scratch.file(Self.path, "version \(version)\n".utf8)
      try git("add", "--all")
      try git("commit", "--quiet", "--message", version)
      #expect(try Self.lastRelease(scratch.url) == "version 1.9.0\n")
      try git("tag", version)
    }
    try scratch.file(Self.path, "version 2.0.0\n".utf8)
    #expect(try Self.lastRelease(scratch.url) == "version 1.10.0\n")
  }

  /// The version number that a change of the record needs.
  private enum Change: String {
    case major, minor, patch

    /// A line that is gone breaks what relied on it; a new one breaks nothing.
    init(from old: Set<String>, to new: Set<String>) {
      self = !old.isSubset(of: new) ? .major : new == old ? .patch : .minor
    }

    /// Whether a version may follow another after this change.
    func allows(_ version: String, after old: String) -> Bool {
      let numbers = [version, old].map { $0.split(separator: ".").compactMap { Int($0) } }
      guard numbers.allSatisfy({ $0.count == 3 }) else { return false }
      switch self {
      case .major: return numbers[0][0] > numbers[1][0]
      case .minor: return numbers[1].prefix(2).lexicographicallyPrecedes(numbers[0].prefix(2))
      case .patch: return !numbers[0].lexicographicallyPrecedes(numbers[1])
      }
    }
  }

  // MARK: - The surface

  private static func surface() throws -> CompatibilityRecord {
    var record = CompatibilityRecord()
    for command in try CommandTree.shared().commands {
      record.add("command \(command.name)")
      for option in command.options {
        let facts = option.letters.map { "-\($0)" } + (option.isFlag ? [] : ["VALUE"]) + option.values
        record.add("command \(command.name)", option.name, facts)
      }
    }
    for code in ReceiptError.Code.allCases { record.add("error", code.rawValue) }
    for code in RemoteFault.Code.allCases { record.add("error", code.rawValue) }
    for code in LedgerError.Code.allCases { record.add("error", code.rawValue) }
    for cause in Cause.allCases { record.add("cause", cause.rawValue) }
    for status in try exitStatuses() { record.add("exit", status) }
    try addDocuments(to: &record)
    try addDeclarations(to: &record)
    return record
  }

  private static func addDocuments(to record: inout CompatibilityRecord) throws {
    let folder = Package.root.appendingPathComponent("Schemas")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      guard let end = name.range(of: ".schema.json") else { continue }
      let text = try Data(contentsOf: folder.appendingPathComponent(name))
      record.add(schema: try JSONReader().read(Array(text)), of: String(name[..<end.lowerBound]))
    }
  }

  private static func exitStatuses() throws -> [String] {
    let page = try Package.text("docs/commands.md")
    let table = page.components(separatedBy: "\n## Exit status\n").last ?? ""
    return table.components(separatedBy: "\n").compactMap { line in
      let cells = line.components(separatedBy: " | ")
      return cells.count == 2 ? Int(cells[0].dropFirst(2)).map { "\($0)" } : nil
    }
  }

  /// The public declarations of the two libraries, by the names of their files.
  private static func addDeclarations(to record: inout CompatibilityRecord) throws {
    for module in ["ReceiptBase", "ReceiptReading", "ReceiptAnalysis", "ReceiptDocuments", "ReceiptRemote"] {
      let folder = Package.root.appendingPathComponent("Sources/\(module)")
      let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      for path in paths where path.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        record.add(declarations: text, of: String((path.components(separatedBy: "/").last ?? path).dropLast(6)))
      }
    }
  }

  // MARK: - The tests

  @Test("what others rely on is that of the last release, or the version says what kind of change it is")
  func recorded() throws {
    let record = try Self.surface()
    let surface = record.lines
    for kind in ["document ", "exit: ", "error: ", "cause: ", "api ", "command "] {
      #expect(surface.contains { $0.hasPrefix(kind) }, "\(kind)is missing")
    }
    let text = "version \(ToolFacts.version)\n" + record.text
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try Data(text.utf8).write(to: Package.root.appendingPathComponent(Self.path))
    }
    let recorded = try Self.lastRelease(Package.root)
    let first = recorded.prefix { $0 != "\n" }
    let version = String(first.dropFirst("version ".count))
    let old = CompatibilityRecord(String(recorded.dropFirst(first.count))).lines
    let change = Change(from: old, to: surface)
    let gone = old.subtracting(surface).sorted().prefix(5)
    let new = surface.subtracting(old).sorted().prefix(5)
    #expect(
      change.allows(ToolFacts.version, after: version),
      "this needs a \(change.rawValue) version after \(version): without \(gone), with \(new)")
  }

  @Test("the record as text holds all of it")
  func reading() throws {
    let record = try Self.surface()
    #expect(CompatibilityRecord(record.text).lines == record.lines)
    for line in [
      "command ledger stats: --database VALUE", "command decode: --quiet -q", "command decode: --format csv",
      "document decode-1: oneOf/0 #receiptDocument", "document decode-1 copies: count integer",
      "document decode-1 copies: count always", "document decode-1 environment: . Sandbox", "exit: 65",
      "document compare-1 authenticity: oneOf/1 urn:receipt-tool:schema:validate:1#authenticity", "error: truncated",
      "cause: broken-json", "api JSONValue: case bool(Bool)", "api JSONValue: subscript(name: String) -> JSONValue?",
    ] {
      #expect(record.lines.contains(line), "\(line)")
    }
  }

  @Test("what is removed, renamed or of another type is a major change, what is added a minor one")
  func kinds() throws {
    let old = try Self.surface().lines
    func change(without gone: String..., with new: String...) -> Change {
      #expect(old.isSuperset(of: gone) && old.isDisjoint(with: new), "\(gone) \(new)")
      return Change(from: old, to: old.subtracting(gone).union(new))
    }
    let receipt = "document decode-1 receipt:"
    #expect(change(without: "\(receipt) in_app") == .major)
    #expect(change(without: "\(receipt) in_app always") == .major)
    #expect(change(without: "\(receipt) adam_id integer", with: "\(receipt) adam_id string") == .major)
    #expect(change(without: "document decode-1 environment: . Xcode") == .major)
    #expect(change(without: "command validate: --trust-anchor", with: "command validate: --anchor") == .major)
    #expect(change(without: "command decode: --format csv") == .major)
    #expect(change(without: "exit: 75") == .major)
    #expect(change(with: "\(receipt) new_member", "\(receipt) new_member string") == .minor)
    #expect(change(with: "command decode: --format xml") == .minor)
    #expect(change() == .patch)
  }

  @Test(
    "a version follows another",
    arguments: [
      (Change.major, "2.0.0", true), (.major, "1.3.0", false), (.minor, "1.3.0", true), (.minor, "1.2.4", false),
      (.minor, "1.1.0", false), (.patch, "1.2.4", true), (.patch, "1.2.2", false), (.patch, "1.2", false),
    ])
  private func versions(change: Change, version: String, isAllowed: Bool) {
    #expect(change.allows(version, after: "1.2.3") == isAllowed)
  }
}
