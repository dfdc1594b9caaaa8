import Foundation
import ReceiptKit
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
  private func written(_ text: String) -> String {
    var writer = JSONWriter(layout: .compact)
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("escapes", arguments: try TableCase.read("json", "written"))
  func escape(_ row: TableCase) {
    #expect(Array(written(row.text).utf8) == Array(row.expected[0].utf8))
  }

  /// Default_Ignorable_Code_Point of Unicode 16.0 (DerivedCoreProperties.txt), without the two that choose the look of
  /// emoji.
  private static let ignorable: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
    0x202A...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFE00...0xFE0D, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0,
    0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF,
  ]

  /// Unicode's own tables, not ours, say what a control, a separator or a format character is.
  private func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format: true
    default: scalar.properties.isBidiControl || Self.ignorable.contains { $0.contains(scalar.value) }
    }
  }

  @Test("no scalar that acts on a terminal is ever raw, and each is read back", arguments: 0..<17)
  func everyScalar(_ plane: UInt32) throws {
    let scalars = (plane << 16..<(plane + 1) << 16).compactMap(Unicode.Scalar.init)
    var raw: [Unicode.Scalar] = []
    var text = ""
    for scalar in scalars {
      if isDangerous(scalar), written(String(scalar)).unicodeScalars.contains(scalar) { raw.append(scalar) }
      text.unicodeScalars.append(scalar)
    }
    #expect(raw.isEmpty)
    let json = Data(("[" + written(text) + "]").utf8)
    let back = try #require(try JSONSerialization.jsonObject(with: json) as? [String])
    #expect(back.first.map { Array($0.utf8) } == Array(text.utf8))
    #expect(try JSONReader().read(Array(written(text).utf8)) == .string(text))
    if plane == 0 { #expect(scalars.filter(isDangerous).count >= 65 + 2 + 12) }
  }

  @Test(
    "what has to be escaped is found wherever it stands, in texts of any length", .thorough,
    arguments: Array(0...41) + [70])
  func everyPlace(_ length: Int) throws {
    // RFC 8259, 7, and DEL, which acts on terminals.
    var codes = [0x22: "\\\"", 0x5C: "\\\\", 0x7F: "\\u007f", 8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r"]
    for code in 0..<0x20 where codes[code] == nil { codes[code] = String(format: "\\u%04x", code) }
    for place in 0...length {
      let (before, after) = (String(repeating: "a", count: place), String(repeating: "~", count: length - place))
      for code in Array(codes.keys) + [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7E] {
        let scalar = try #require(Unicode.Scalar(code))
        let (text, json) = (before + String(scalar) + after, "\"\(before)\(codes[code] ?? String(scalar))\(after)\"")
        // U+0008 and U+000C may be written in either way.
        let long = "\"\(before)\(String(format: "\\u%04x", code))\(after)\""
        let result = written(text)
        #expect(result == json || [8, 12].contains(code) && result == long, "\(code) at \(place) of \(length)")
        #expect(try JSONReader().read(Array(json.utf8)) == .string(text))
        if code < 0x20 { #expect(throws: ReceiptError.self) { try JSONReader().read(Array("\"\(text)\"".utf8)) } }
      }
      let beyond = before + "é" + after
      #expect(written(beyond) == "\"\(beyond)\"")
      #expect(try JSONReader().read(Array("\"\(beyond)\"".utf8)) == .string(beyond))
    }
  }

  @Test("text for terminals has none of them either")
  func terminalText() {
    var text = ""
    for value in 0...0xFFFF as ClosedRange<UInt32> {
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    #expect(!text.terminalSafe.unicodeScalars.contains(where: isDangerous))
    #expect("\u{1B}[31mred".terminalSafe == "\\u{1b}[31mred")
    #expect("plain é 😀".terminalSafe == "plain é 😀")
    #expect("a\u{180E}b".terminalSafe == "a\\u{180e}b")
    #expect("❤\u{FE0F} 日本語 العربية".terminalSafe == "❤\u{FE0F} 日本語 العربية")
  }

  @Test("numbers keep every digit", arguments: [0, 1, -1, 9_007_199_254_740_993, .max, .min] as [Int64])
  func numbers(_ number: Int64) throws {
    var writer = JSONWriter(layout: .compact)
    writer.integer(number)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "\(number)")
    writer.endLine()
    #expect(try JSONReader().read(writer.bytes) == .number("\(number)"))
  }

  @Test("is laid out as Python's json and jq lay out", arguments: [JSONWriter.Layout.pretty, .compact])
  func layout(_ layout: JSONWriter.Layout) throws {
    let row = try #require(try TableCase.read("json", "laid out").first)
    let value = try JSONReader().read(row.expected[0])
    var writer = JSONWriter(layout: layout)
    writer.value(value)
    writer.endLine()
    let ours = String(decoding: writer.bytes, as: UTF8.self)
    // By hand: what `jq .` and `jq -c .` print, but for the digits of h, which jq rounds.
    #expect(ours == (layout == .compact ? row.expected[0] : row.text) + "\n")
  }
}
