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
    PrintedValue(InputText(Array(text.utf8))).map { String(decoding: $0.json, as: UTF8.self) }
  }

  /// Prints as the documentation of each language shows them, with what they mean.
  private static let prints: [(text: String, json: String)] = [
    // Python
    (#"{'a': 'x', 'b': None, 'c': [1, True], "d'": 'it\'s'}"#, #"{"a":"x","b":null,"c":[1,true],"d'":"it's"}"#),
    ("Payload(a='x', type=<Type.A: 'A b'>, b=None, n=-1.5)", #"{"a":"x","type":"A b","b":null,"n":-1.5}"#),
    (#"{'t': '\u4e2d\x41\U0001F600', 'e': {}, 'l': []}"#, #"{"t":"中A😀","e":[],"l":[]}"#),
    // Ruby
    (#"{"a"=>"x", :b=>nil, c: 2, "d"=>{"e"=>false}}"#, #"{"a":"x","b":null,"c":2,"d":{"e":false}}"#),
    (#"#<Purchase:0x000078 @id="1", @list=[1]>"#, #"{"id":"1","list":[1]}"#),
    // PHP
    (
      "array(2) {\n  [\"a\"]=>\n  string(5) \"x\"y\"z\"\n  [\"b\":protected]=>\n  array(1) {\n    [0]=>\n"
        + "    int(3)\n  }\n}\n",
      #"{"a":"x\"y\"z","b":[3]}"#
    ),
    (
      "stdClass Object\n(\n    [a] => x y\n    [b] => \n    [c] => Array\n        (\n            [0] => 1\n"
        + "        )\n\n)\n",
      #"{"a":"x y","b":"","c":[1]}"#
    ),
    (
      "stdClass::__set_state(array(\n   'a' => \n  array (\n    0 => 'x',\n  ),\n   'b' => 0,\n))",
      #"{"a":["x"],"b":0}"#
    ),
    ("array:2 [\n  \"a\" => \"1\"\n  \"b\" => array:1 [\n    0 => null\n  ]\n]", #"{"a":"1","b":[null]}"#),
    ("{#12 ▼\n  +\"a\": \"1\"\n  -b: {#13}\n}", #"{"a":"1","b":[]}"#),
    // JavaScript
    ("{ a: 'x', 'b-c': [ 1, 2 ], d: undefined, }", #"{"a":"x","b-c":[1,2],"d":null}"#),
    ("Purchase { id: 'x', map: Map(1) { 'k' => 1 } }", #"{"id":"x","map":{"k":1}}"#),
    // Objective-C
    (
      "{\n    a = \"x y\";\n    \"b c\" = 12;\n    d =     (\n        {\n        e = \"<null>\";\n    }\n    );\n"
        + "    f = <null>;\n}",
      #"{"a":"x y","b c":12,"d":[{"e":"<null>"}],"f":null}"#
    ),
    ("{\n    a = \"\\U4e2d\";\n    list = <__NSArrayM 0x600>(\n1,\n2\n)\n;\n}", #"{"a":"中","list":[1,2]}"#),
    // Swift
    (#"["a": 1, "b": Optional("x"), "c": ["d": nil]]"#, #"{"a":1,"b":"x","c":{"d":null}}"#),
    (#"[AnyHashable("a"): 0, AnyHashable("b"): [:]]"#, #"{"a":0,"b":{}}"#),
    (
      "Purchase(id: \"1\", date: 2026-01-02 03:04:05 +0000, kind: App.Kind.paid)",
      #"{"id":"1","date":"2026-01-02 03:04:05 +0000","kind":"App.Kind.paid"}"#
    ),
    // Java, Kotlin, C#
    (
      "Failure{status=404, error=NOT_FOUND, text='Not found, sorry.'}",
      #"{"status":404,"error":"NOT_FOUND","text":"Not found, sorry."}"#
    ),
    (
      "Purchase(id=1, text=a, b and c, empty=, list=[A(x=1)])",
      #"{"id":1,"text":"a, b and c","empty":"","list":[{"x":1}]}"#
    ),
    ("Purchase { Id = 1, At = 1/2/2026 3:04:05 AM }", #"{"Id":1,"At":"1/2/2026 3:04:05 AM"}"#),
    // Go
    (
      "&{Status:0 Name:two words List:[{ID:1 At:2026-01-02 03:04:05 Etc/GMT N:<nil>}]}",
      #"{"Status":0,"Name":"two words","List":[{"ID":1,"At":"2026-01-02 03:04:05 Etc/GMT","N":null}]}"#
    ),
    // Behind a label.
    ("Store response: {'a': 1}", #"{"a":1}"#),
  ]

  @Test("of every language give what they were made of", arguments: prints)
  func known(_ row: (text: String, json: String)) {
    #expect(Self.json(row.text) == row.json, "\(row.text)")
    // Cut anywhere, it is no value.
    for length in [row.text.count / 2, row.text.count - 2] {
      let cut = Self.json(String(row.text.prefix(length)))
      #expect(cut == nil, "\(row.text.prefix(length)): \(cut ?? "")")
    }
  }

  @Test("what is no object, or was shortened by the program, is none")
  func others() {
    for text in [
      "", "{", "hello", "a (b) c", "(a, b)", "[1, 2]", "{a, b}", "Call me (please): now", "https://example.com/a?b={c}",
      "{ a: [Object], b: 1 }", "{ a: [ 1, ... 99 more items ] }", "{'a': <", "Name(a)", "MIIT(=", "{a: 1}}", "{a: 1} b",
      "<a href='x'>y</a>", "{a: 'x}", "array(1) {\n  [\"a\"]=>\n  string(99) \"x\"\n}", "{'a': 1, 2}", "{1, 'a': 2}",
    ] {
      #expect(Self.json(text) == nil, "\(text): \(Self.json(text) ?? "")")
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
  private enum Style: CaseIterable { case python, ruby, script, objectiveC, swift, export, dump, json5 }

  private static func quoted(_ text: String, _ mark: Character, _ escapes: [Character: String]) -> String {
    let escaped = text.map { escapes[$0] ?? ($0 == mark || $0 == "\\" ? "\\\($0)" : String($0)) }
    return String(mark) + escaped.joined() + String(mark)
  }

  private static func text(_ value: JSONValue, _ style: Style) -> String {
    let newline: [Character: String] = ["\n": "\\n"]
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
      case .json5: "null"
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
      case .json5: list(parts.map { "\($0): \($1)" }, "{", ",}")
      }
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
      for style in Style.allCases {
        let text = Self.text(value, style)
        let json = try #require(Self.json(text), "\(style): \(text)")
        let read = try JSONReader().tree(Array(json.utf8), 0..<json.utf8.count)
        #expect(read == value, "\(style): \(text)")
      }
    }
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
