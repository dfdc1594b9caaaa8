import ReceiptKit
import Testing

@Suite("JSON reader")
struct JSONReaderTests {
  private static let accepted: [(String, JSONValue)] = [
    ("null", .null), (" true ", .bool(true)), ("\t\r\nfalse\n", .bool(false)), ("0", .number("0")),
    ("-0", .number("-0")),
    ("-0.0e-0", .number("-0.0e-0")), ("1E+2", .number("1E+2")),
    ("123456789012345678901234567890", .number("123456789012345678901234567890")),
    ("\"\"", .string("")), ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", .string("\"\\/\u{8}\u{C}\n\r\t")),
    ("\"\\u0000\"", .string("\0")),
    ("\"\\u00e9\\u20AC\"", .string("é€")), ("\"\\ud83D\\uDE00\"", .string("😀")),
    ("\"é€😀\u{7F}\"", .string("é€😀\u{7F}")),
    ("[]", .array([])), ("[ ]", .array([])), ("[[],[1]]", .array([.array([]), .array([.number("1")])])),
    ("{}", .object([])), ("{ }", .object([])),
    ("{\"a\":1,\"a\":2}", .object([.init("a", .number("1")), .init("a", .number("2"))])),
    ("{\"\":{\"b\" : [ null ] } }", .object([.init("", .object([.init("b", .array([.null]))]))])),
  ]

  @Test("accepts what RFC 8259 allows, unchanged", arguments: accepted)
  func accepts(_ row: (String, JSONValue)) throws {
    #expect(try JSONReader().read(Array(row.0.utf8)) == row.1)
  }

  @Test(
    "refuses everything else, with the offset",
    arguments: try TableCase.read("json", "refused, with the offset of the fault"))
  func refuses(_ row: TableCase) throws {
    let error = try #require(throws: ReceiptError.self) { try JSONReader().read(row.text) }
    #expect(error.code == .invalidJSON)
    #expect(error.offset == Int(row.expected[0]), "\(error.message)")
  }

  @Test(
    "refuses bytes that are not UTF-8",
    arguments: [[0xFF], [0xC0, 0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xE2, 0x82]]
      as [[UInt8]])
  func refusesOtherEncodings(_ bytes: [UInt8]) {
    for text in [[0x22, 0x61] + bytes + [0x22], [0x22, 0x5C, 0x6E] + bytes + [0x22], [0x22] + bytes] as [[UInt8]] {
      #expect(throws: ReceiptError.self) { try JSONReader().read(text) }
    }
  }

  @Test("holds its limits")
  func limits() throws {
    let reader = JSONReader(maximumDepth: 3, maximumValues: 5)
    #expect(throws: Never.self) { try reader.read("[[[1,2]]]") }
    #expect(throws: ReceiptError.self) { try reader.read("[[[[1]]]]") }
    #expect(throws: Never.self) { try reader.read("[1,2,3,4]") }
    #expect(throws: ReceiptError.self) { try reader.read("[1,2,3,4,5]") }
  }

  @Test("what was read is written again without a change")
  func roundTrip() throws {
    let text = "{\"a\":[1.50,-2e9,12345678901234567890],\"b\":{\"c\":\"\\\"x\\\\\"},\"d\":null}"
    var writer = JSONWriter(layout: .compact)
    writer.value(try JSONReader().read(Array(text.utf8)))
    #expect(writer.bytes == Array(text.utf8))
  }
}
