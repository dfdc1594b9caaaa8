/// The value of one cell.
package enum SpreadsheetCell {
  case empty
  case number(Int64)
  /// A JSON number as it was written.
  case digits(String)
  case text(String)
  /// A moment, which spreadsheets recognise as `2025-12-09 08:59:59`, in UTC.
  case moment(Instant)
}

extension OutputBuffer {
  /// Appends a cell as in RFC 4180, in quotation marks if it contains a line break, a delimiter or a quotation mark.
  ///
  /// Texts are untrusted, so text that a spreadsheet would run is made harmless (``Swift/String/spreadsheetSafe``).
  /// Everything else stays unchanged, except for control characters: most CSV readers know only tabs and line breaks.
  /// U+0000 is written as U+2400 and so on, DEL as U+2421, and the others as U+FFFD.
  mutating func append(_ cell: SpreadsheetCell) {
    switch cell {
    case .empty: break
    case .number(let number): append(number.description)
    case .digits(let digits): append(digits)
    case .moment(let instant): append(ClockReading(instant, offsetSeconds: 0).text)
    case .text(let text):
      let shown = Self.withoutControls(text).spreadsheetSafe
      let isPlain = shown.utf8.allSatisfy { byte in
        byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"") && byte >= 0x20 && byte != UInt8(ascii: ";")
          && byte != UInt8(ascii: "|")
      }
      guard !isPlain else { return append(shown) }
      append(UInt8(ascii: "\""))
      // Works on octets: Swift treats a quotation mark followed by a joiner as another character, but CSV readers do
      // not.
      for byte in shown.utf8 {
        if byte == UInt8(ascii: "\"") { append(byte) }
        append(byte)
      }
      append(UInt8(ascii: "\""))
    }
  }

  private static func withoutControls(_ text: String) -> String {
    func isControl(_ value: UInt32) -> Bool {
      value < 0x20 && value != 0x09 && value != 0x0A && value != 0x0D || (0x7F...0x9F).contains(value)
    }
    guard text.unicodeScalars.contains(where: { isControl($0.value) }) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isControl(scalar.value) else {
        shown.append(scalar)
        continue
      }
      let picture = scalar.value < 0x20 ? 0x2400 + scalar.value : scalar.value == 0x7F ? 0x2421 : 0xFFFD
      shown.append(Unicode.Scalar(picture) ?? "\u{FFFD}")
    }
    return String(shown)
  }

  /// Appends cells with a delimiter between them, and a line break.
  ///
  /// - Parameter delimiter: a comma, a semicolon, a tab or a bar; cells that contain one of these are quoted.
  package mutating func appendRow(
    _ cells: [SpreadsheetCell], delimiter: UInt8 = UInt8(ascii: ","), lineBreak: StaticString = "\n"
  ) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { append(delimiter) }
      append(cell)
    }
    append("\(lineBreak)")
  }
}
