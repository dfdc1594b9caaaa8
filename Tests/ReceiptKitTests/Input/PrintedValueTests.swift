import ReceiptBase
import TestSupport
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
@testable import ReceiptReading

/// What programs print is read like JSON.
@Suite("Printed values")
struct PrintedValueTests {
  private static func json(_ text: String) -> String? {
    PrintedText(InputText(Array(text.utf8))).map { String(decoding: $0.json, as: UTF8.self) }
  }

  /// Prints as the documentation of each language shows them, with what they mean.
  @Test("of every language give what they were made of", arguments: try TableCase.read("printed-values", "prints"))
  func known(_ row: TableCase) {
    #expect(Self.json(row.text) == row.expected[0])
    // Cut anywhere, it is no value. Lines have no end, and behind words a part is an object, too.
    let mayBeCut = ["transactionId", "▿", "shop>", "Purchase{", "flutter:", "{a: 1} {", "result"]
    if mayBeCut.contains(where: row.text.hasPrefix) { return }
    for length in [row.text.count / 2, row.text.count - 2] {
      let cut = Self.json(String(row.text.prefix(length)))
      #expect(cut == nil, "\(row.text.prefix(length)): \(cut ?? "")")
    }
  }

  @Test("what is not an object, or was shortened by the program, is not read as one")
  func others() throws {
    #expect(Self.json("") == nil)
    for row in try TableCase.read("printed-values", "no objects") {
      #expect(Self.json(row.text) == nil, "\(row.text): \(Self.json(row.text) ?? "")")
    }
    // What is left out beside a value is short: a receipt could stand there.
    let long = String(repeating: "A", count: 100)
    for text in ["\(long) {'a': 1}", "\(long): {'a': 1}", "\(long)(a=1)", "{'a': <\(long)>('b')}", "#<\(long) @a=1>"] {
      #expect(Self.json(text)?.contains(long) ?? true, "\(text)")
    }
    let deep = String(repeating: "{'a': ", count: 10_000)
    #expect(Self.json(deep + "1" + String(repeating: "}", count: 10_000)) == nil)
  }

  /// Prints of random values; the printers follow the documentation of the languages.
  private enum Style: CaseIterable {
    case python, ruby, script, objectiveC, swift, export, dump, json5, swiftDump, serialize, propertyList
  }

  private static func quoted(_ text: String, _ mark: Character, _ escapes: [Character: String]) -> String {
    let escaped = text.map { escapes[$0] ?? ($0 == mark || $0 == "\\" ? "\\\($0)" : String($0)) }
    return String(mark) + escaped.joined() + String(mark)
  }

  private static func text(_ value: JSONValue, _ style: Style) -> String {
    let newline: [Character: String] = ["\n": "\\n"]
    switch style {
    case .swiftDump: return swiftDump(value, indentation: 0, name: nil)
    case .serialize: return serialized(value)
    case .propertyList: return "<plist version=\"1.0\">\n\(propertyList(value))\n</plist>\n"
    default: break
    }
    func list(_ parts: [String], _ open: String, _ close: String, _ end: String = "") -> String {
      open + parts.map { $0 + end }.joined(separator: end.isEmpty ? ", " : "\n") + close
    }
    switch value {
    case .string(let text):
      switch style {
      case .python, .script: return quoted(text, "'", newline)
      case .dump: return "string(\(text.utf8.count)) \"\(text)\""
      case .export: return quoted(text, "'", [:])
      default: return quoted(text, "\"", newline)
      }
    case .number(let digits): return style == .dump ? "int(\(digits))" : digits
    case .bool(let flag):
      switch style {
      case .python: return flag ? "True" : "False"
      case .dump: return "bool(\(flag))"
      default: return "\(flag)"
      }
    case .null:
      return switch style {
      case .python: "None"
      case .ruby, .swift: "nil"
      case .script: "undefined"
      case .objectiveC: "\"<null>\"".replacing("\"", with: "")
      case .export, .dump: "NULL"
      default: "null"
      }
    case .array(let elements):
      let parts = elements.map { text($0, style) }
      let numbered = parts.enumerated().map { ($0.offset, $0.element) }
      return switch style {
      case .objectiveC: list(parts, "(\n", "\n)")
      case .export: list(numbered.map { "\($0) => \($1)" }, "array (\n", ")", ",")
      case .dump: list(numbered.map { "[\($0)]=>\n  \($1)" }, "array(\(parts.count)) {\n", "\n}", "\n")
      default: list(parts, "[", "]")
      }
    case .object(let members):
      let parts = members.map { ($0.name, text($0.value, style)) }
      return switch style {
      case .python: list(parts.map { "'\($0)': \($1)" }, "{", "}")
      case .ruby: list(parts.map { "\"\($0)\"=>\($1)" }, "{", "}")
      case .script: list(parts.map { "\($0): \($1)" }, "{ ", " }")
      case .objectiveC: list(parts.map { "    \($0) = \($1)" }, "{\n", "\n}", ";")
      case .swift: list(parts.map { "\"\($0)\": \($1)" }, "[", "]")
      case .export: list(parts.map { "'\($0)' => \($1)" }, "array (\n", ")", ",")
      case .dump: list(parts.map { "[\"\($0)\"]=>\n  \($1)" }, "array(\(parts.count)) {\n", "\n}", "\n")
      default: list(parts.map { "\($0): \($1)" }, "{", ",}")
      }
    }
  }

  private static func swiftDump(_ value: JSONValue, indentation: Int, name: String?) -> String {
    func line(_ text: String, _ children: [String] = []) -> String {
      let mark = children.isEmpty ? "-" : "▿"
      let label = name.map { "\($0): " } ?? ""
      let own = String(repeating: " ", count: indentation) + "\(mark) \(label)\(text)"
      return ([own] + children).joined(separator: "\n")
    }
    switch value {
    case .string(let text): return line(quoted(text, "\"", ["\n": "\\n"]))
    case .number(let digits): return line(digits)
    case .bool(let flag): return line("\(flag)")
    case .null: return line("nil")
    case .array(let elements):
      let children = elements.map { swiftDump($0, indentation: indentation + 2, name: nil) }
      return line(elements.count == 1 ? "1 element" : "\(elements.count) elements", children)
    case .object(let members):
      return line("App.Value", members.map { swiftDump($0.value, indentation: indentation + 2, name: $0.name) })
    }
  }

  private static func serialized(_ value: JSONValue) -> String {
    func text(_ text: String) -> String { "s:\(text.utf8.count):\"\(text)\";" }
    switch value {
    case .string(let string): return text(string)
    case .number(let digits): return "i:\(digits);"
    case .bool(let flag): return "b:\(flag ? 1 : 0);"
    case .null: return "N;"
    case .array(let elements):
      let entries = elements.enumerated().map { "i:\($0.offset);" + serialized($0.element) }
      return "a:\(elements.count):{\(entries.joined())}"
    case .object(let members):
      return "a:\(members.count):{\(members.map { text($0.name) + serialized($0.value) }.joined())}"
    }
  }

  private static func propertyList(_ value: JSONValue) -> String {
    func text(_ text: String) -> String { text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
    switch value {
    case .string(let string): return "<string>\(text(string))</string>"
    case .number(let digits): return "<integer>\(digits)</integer>"
    case .bool(let flag): return flag ? "<true/>" : "<false/>"
    case .null: return "<null/>"
    case .array(let elements): return "<array>\n\(elements.map(propertyList).joined(separator: "\n"))\n</array>"
    case .object(let members):
      let entries = members.map { "<key>\($0.name)</key>\n\(propertyList($0.value))" }
      return "<dict>\n\(entries.joined(separator: "\n"))\n</dict>"
    }
  }

  /// Property lists have no null.
  private static func hasNull(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .array(let elements): elements.contains(where: hasNull)
    case .object(let members): members.contains { hasNull($0.value) }
    default: false
    }
  }

  private static func random(_ numbers: inout SplitMix, depth: Int) -> JSONValue {
    let texts = [
      "x", "", "two words", "it's", "a \"b\"", "back\\slash", "中文", "a\nb", "1", "(x), {y}; [z]", "k: v", "e => f",
    ]
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &numbers) {
    case 0: return .string(texts.randomElement(using: &numbers) ?? "")
    case 1: return .number(String(Int64.random(in: -1_000...1_700_000_000_000, using: &numbers)))
    case 2: return .bool(Bool.random(using: &numbers))
    case 3: return .null
    case 4: return .array((0..<Int.random(in: 1...3, using: &numbers)).map { _ in random(&numbers, depth: depth - 1) })
    default:
      return .object(
        (0..<Int.random(in: 1...4, using: &numbers)).map {
          JSONValue.Member("member_\($0)", random(&numbers, depth: depth - 1))
        })
    }
  }

  @Test("random values print and read back equal in every style")
  func roundTrip() throws {
    var numbers = SplitMix(seed: 53)
    for _ in 0..<300 {
      let value = JSONValue.object([.init("root", Self.random(&numbers, depth: 4))])
      for style in Style.allCases where style != .propertyList || !Self.hasNull(value) {
        let text = Self.text(value, style)
        let json = try #require(Self.json(text), "\(style): \(text)")
        let read = try JSONReader().tree(Array(json.utf8), 0..<json.utf8.count)
        #expect(read == value, "\(style): \(text)")
      }
    }
  }

  /// Whether a value is the beginning of another one: everything in it stands there, at the same place.
  private static func isBeginning(_ part: JSONValue, of whole: JSONValue) -> Bool {
    switch (part, whole) {
    case (.object(let members), .object(let all)):
      let rest = members.filter { $0.name != ProgramMember.surroundingWords }
      guard rest.count <= all.count, rest.indices.allSatisfy({ rest[$0].name == all[$0].name }) else { return false }
      return rest.indices.allSatisfy { index in
        index == rest.count - 1
          ? isBeginning(rest[index].value, of: all[index].value) : rest[index].value == all[index].value
      }
    case (.array(let elements), .array(let all)):
      guard elements.count <= all.count else { return false }
      return elements.indices.allSatisfy { isBeginning(elements[$0], of: all[$0]) }
    // What has no element left does not say what it was.
    case (.array([]), .object): return true
    default: return part == whole
    }
  }

  @Test("what is cut off anywhere is read as its beginning, and is never the whole")
  func cut() throws {
    var numbers = SplitMix(seed: 54)
    var count = 0
    for _ in 0..<60 {
      let value = JSONValue.object([
        .init("first", .string("x")), .init("root", Self.random(&numbers, depth: 4)), .init("last", .string("y")),
      ])
      for style in Style.allCases where ![.swiftDump, .serialize, .propertyList].contains(style) {
        let text = Self.text(value, style)
        let length = Int.random(in: 1..<text.count, using: &numbers)
        let part = InputText(Array(String(text.prefix(length)).utf8))
        #expect(PrintedText(part) == nil, "\(style): \(text.prefix(length))")
        guard let printed = PrintedText(part, mayBeCut: true) else { continue }
        let read = try JSONReader().tree(printed.json, printed.json.indices)
        #expect(printed.isCut && Self.isBeginning(read, of: value), "\(style): \(text.prefix(length))")
        count += 1
      }
    }
    #expect(count > 300)
  }

  @Test(
    "public reports: what was printed is read as what it says", .enabled(if: Samples.cases.areHere),
    arguments: [
      ("S01.txt", "Expired on 30 October 2021: the customer turned off auto-renew"),
      ("S06-repr.txt", "The last known period ended on 2 October 2024"), ("S54-go.txt", "com.example.reader.monthly"),
      ("S34.txt", "Expired on 18 September 2023: the customer turned off auto-renew"),
      ("S35-export.txt", "Bought on 30 May 2013"),
    ])
  func cases(_ name: String, _ words: String) throws {
    let bytes = try Samples.cases.read(name)
    let history = try PurchaseHistoryReader().read(bytes)
    let moment = try StatusSamples.instant("2026-11-28T00:00:00Z")
    let text = SummaryText(PurchaseSummary(SubscriptionStatus(history, at: moment)), in: .english)
    let said = text.lines.map(\.text) + text.remarks
    #expect(said.contains { $0.contains(words) }, "\(said)")
    #expect(text.lines.allSatisfy { $0.tone != .good })
  }
}
