/// The value of one cell.
enum SpreadsheetCell {
  case empty
  case number(Int64)
  /// A number of JSON, as it was written.
  case digits(String)
  case text(String)
  /// A moment, which spreadsheets recognise as `2025-12-09 08:59:59`, in UTC.
  case moment(Instant)
}

extension OutputBuffer {
  /// Appends a cell as RFC 4180 writes it, on one line.
  ///
  /// A spreadsheet runs a cell that begins with `=`, `+`, `-`, `@`, one of their full-width forms, a tab, a carriage return or a line
  /// feed as a formula (OWASP, "CSV Injection"), also in quotation marks. Texts come from strangers, so that these get an
  /// apostrophe in front; numbers do not.
  /// Line breaks and whatever acts on a terminal are written as `\u{a}`.
  mutating func append(_ cell: SpreadsheetCell) {
    switch cell {
    case .empty: break
    case .number(let number): append(number.description)
    case .digits(let digits): append(digits)
    case .moment(let instant): append(ClockReading(instant, offsetSeconds: 0).text)
    case .text(let text):
      var shown = text.terminalSafe
      if let first = text.unicodeScalars.first, Self.beginningsOfFormulas.contains(first) { shown = "'" + shown }
      let isPlain = shown.utf8.allSatisfy { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") }
      append(isPlain ? shown : "\"" + shown.replacing("\"", with: "\"\"") + "\"")
    }
  }

  private static let beginningsOfFormulas: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\t", "\r", "\n",
  ]

  /// Appends cells with commas between them, and a line feed.
  mutating func appendRow(_ cells: [SpreadsheetCell]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      append(cell)
    }
    append(UInt8(ascii: "\n"))
  }
}
