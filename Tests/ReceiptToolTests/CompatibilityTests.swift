import Foundation
import ReceiptLedger
import ReceiptReading
import ReceiptRemote
import Testing

@testable import ReceiptCommands

/// What scripts and programs rely on, compared with that of the last release (docs/compatibility.md). RECORD_GOLDEN=1
/// records it, which a release does.
@Suite("Compatibility")
struct CompatibilityTests {
  private static let file = Package.root.appendingPathComponent("Tests/ReceiptToolTests/Golden/compatibility.txt")

  /// The version number that a change of the recorded lines needs.
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

  private static func surface() throws -> Set<String> {
    var lines = try documents()
    for command in try CommandTree.shared().commands {
      lines.insert("command \(command.name)")
      for option in command.options {
        lines.insert("option \(command.name) \(option.name)\(option.isFlag ? "" : " VALUE")")
        for letter in option.letters { lines.insert("option \(command.name) -\(letter)") }
        for value in option.values { lines.insert("option \(command.name) \(option.name) \(value)") }
      }
    }
    for code in ReceiptError.Code.allCases { lines.insert("error \(code.rawValue)") }
    for code in RemoteFault.Code.allCases { lines.insert("error \(code.rawValue)") }
    for code in LedgerError.Code.allCases { lines.insert("error \(code.rawValue)") }
    for cause in Cause.allCases { lines.insert("cause \(cause.rawValue)") }
    lines.formUnion(try exitStatuses())
    return lines.union(try declarations())
  }

  /// Members and words of the JSON documents, by their places in the schemas.
  private static func documents() throws -> Set<String> {
    let folder = Package.root.appendingPathComponent("Schemas")
    var lines: Set<String> = []
    func walk(_ node: Any, _ place: String) {
      if let list = node as? [Any] { for (number, one) in list.enumerated() { walk(one, "\(place)/\(number)") } }
      guard let object = node as? [String: Any] else { return }
      let required = object["required"] as? [String] ?? []
      for (name, value) in object["properties"] as? [String: Any] ?? [:] {
        lines.insert("document \(place)/\(name)")
        if required.contains(name) { lines.insert("document \(place)/\(name) always") }
        walk(value, "\(place)/\(name)")
      }
      for word in object["enum"] as? [Any] ?? [] { lines.insert("document \(place) = \(word)") }
      for (name, value) in object where !["properties", "required", "enum", "description", "title"].contains(name) {
        walk(value, "\(place)/\(name)")
      }
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      guard let end = name.range(of: ".schema.json") else { continue }
      walk(
        try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent(name))),
        String(name[..<end.lowerBound]))
    }
    return lines
  }

  private static func exitStatuses() throws -> Set<String> {
    let page = try Package.text("docs/commands.md")
    let table = page.components(separatedBy: "\n## Exit status\n").last ?? ""
    return Set(
      table.components(separatedBy: "\n").compactMap { line in
        let cells = line.components(separatedBy: " | ")
        return cells.count == 2 ? Int(cells[0].dropFirst(2)).map { "exit \($0)" } : nil
      })
  }

  /// The public declarations of the two libraries, and the cases of enumerations, with the names of their files.
  private static func declarations() throws -> Set<String> {
    var lines: Set<String> = []
    for module in ["ReceiptBase", "ReceiptReading", "ReceiptAnalysis", "ReceiptDocuments", "ReceiptRemote"] {
      let folder = Package.root.appendingPathComponent("Sources/\(module)")
      let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      for path in paths where path.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        let file = path.components(separatedBy: "/").last ?? path
        var open: String?
        // The indentation of the public enumeration that the lines are in.
        var cases: String?
        for whole in text.components(separatedBy: "\n") {
          let line = whole.trimmingCharacters(in: .whitespaces)
          if line.contains("public ") && line.contains("enum ") { cases = String(whole.prefix { $0 == " " }) }
          if let indentation = cases {
            if whole == indentation + "}" { cases = nil }
            if whole.hasPrefix(indentation + "  case ") {
              lines.insert("api \(file.dropLast(6)) \(line.components(separatedBy: "  //")[0])")
            }
          }
          guard open != nil || line.hasPrefix("public ") || line.hasPrefix("@") && line.contains(" public ") else {
            continue
          }
          // Of a declaration on several lines all are taken, up to the end of its parameters.
          let words = (open.map { $0 + " " } ?? "") + line
          open = words.count { $0 == "(" } > words.count { $0 == ")" } ? words : nil
          if open == nil { lines.insert("api \(file.dropLast(6)) \(words.prefix { $0 != "{" })") }
        }
      }
    }
    return lines
  }

  // MARK: - The tests

  @Test("what others rely on is that of the last release, or the version says what kind of change it is")
  func recorded() throws {
    let surface = try Self.surface()
    for kind in ["document ", "option ", "exit ", "error ", "cause ", "api ", "command "] {
      #expect(surface.contains { $0.hasPrefix(kind) }, "\(kind)is missing")
    }
    let text = (["version \(ToolFacts.version)"] + surface.sorted()).joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(text.utf8).write(to: Self.file) }
    var old = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
    let version = try #require(old.first?.split(separator: " ").last.map(String.init))
    old.removeFirst()
    let change = Change(from: Set(old), to: surface)
    let gone = Set(old).subtracting(surface).sorted().prefix(5)
    let new = surface.subtracting(old).sorted().prefix(5)
    #expect(
      change.allows(ToolFacts.version, after: version),
      "this needs a \(change.rawValue) version after \(version): without \(gone), with \(new)")
  }

  @Test("a member that is removed, one that is added and an option that is renamed are major, minor and major")
  func kinds() throws {
    let old = try Self.surface()
    let member = try #require(old.first { $0.hasPrefix("document decode-1/") && $0.hasSuffix("/in_app") })
    #expect(Change(from: old, to: old.subtracting([member])) == .major)
    #expect(Change(from: old, to: old.union(["document decode-1/$defs/receiptDocument/new_member"])) == .minor)
    let option = "option validate --trust-anchor VALUE"
    #expect(old.contains(option))
    #expect(Change(from: old, to: old.subtracting([option]).union(["option validate --anchor VALUE"])) == .major)
    #expect(Change(from: old, to: old) == .patch)
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
