extension String {
  /// The text in a form that no spreadsheet runs as a formula: with apostrophes where necessary.
  ///
  /// A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@`, also in quotation marks (OWASP, "CSV Injection").
  /// It may also split cells at delimiters other than the commas written here: at semicolons in much of Europe, at
  /// tabs, or at any delimiter that its user chose. So an apostrophe stands before every part of a text that would
  /// begin like this, also after invisible characters.
  package var spreadsheetSafe: String {
    guard utf8.contains(where: Self.mayMatter) else { return self }
    var defused = String.UnicodeScalarView()
    var isFirst = true
    var part = Substring(self).unicodeScalars
    while true {
      let end = part.firstIndex(where: Self.isDelimiter) ?? part.endIndex
      let firstVisible = part[..<end].first { !Self.isSkipped($0) }
      // Some spreadsheets drop a tab or a line break at the very beginning of a text, and thereby lose the protection
      // of the rest.
      let beginsWithControl = isFirst && end < part.endIndex && part[end].value < 0x20 && part.startIndex == end
      if firstVisible.map(Self.isFormula) ?? beginsWithControl { defused.append("'") }
      defused.append(contentsOf: part[..<end])
      guard end < part.endIndex else { return String(defused) }
      defused.append(part[end])
      part = part[part.index(after: end)...]
      isFirst = false
    }
  }

  /// The beginning of a formula, a tab or line break, or the first octet of a character that may be one.
  private static func mayMatter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D, 0xE2, 0xEF: true
    default: false
    }
  }

  /// The signs, and their full-width, small and mathematical forms, which spreadsheets in some languages treat alike.
  private static func isFormula(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{FE66}", "\u{FE62}", "\u{FE63}",
      "\u{FE6B}",
      "\u{2212}":
      true
    default: false
    }
  }

  private static func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ",", ";", "|", "\t", "\r", "\n": true
    default: false
    }
  }

  /// Blanks, quotation marks of all kinds, and invisible characters.
  private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == " " || scalar == "\"" }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .format, .initialPunctuation, .finalPunctuation: return true
    default: return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
    }
  }
}
