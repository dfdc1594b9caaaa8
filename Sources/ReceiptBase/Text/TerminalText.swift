extension Unicode.Scalar {
  /// Whether the character itself could mislead a terminal or a reader.
  ///
  /// These are controls (general category Cc), format characters (Cf), among them those for bidirectional text (Unicode
  /// UAX #9), line and paragraph separators (Zl, Zp), and all others that are invisible by default
  /// (Default_Ignorable_Code_Point, UAX #44). U+FE0E and U+FE0F are not: they choose how the emoji before them looks.
  package var actsOnTerminals: Bool {
    if value < 0xA0 { return value < 0x20 || value >= 0x7F }
    if value == 0xFE0E || value == 0xFE0F { return false }
    switch properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}

extension String {
  /// The string with nothing but ASCII: marks, lines and quotation marks become characters that look like them and are
  /// as wide, others are written as `\u{e9}`.
  package var ascii: String {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isASCII {
        text.unicodeScalars.append(scalar)
      } else {
        text += Self.lookalikes[scalar] ?? "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return text
  }

  private static let lookalikes: [Unicode.Scalar: String] = [
    "✓": "+", "✗": "x", "–": "-", "—": "-", "─": "-", "━": "=", "│": "|", "┃": "|", "├": "|", "└": "`", "┬": "-",
    "┴": "-", "┼": "+", "·": ".", "•": "*", "…": ".", "≠": "#", "×": "x", "↕": "|", "→": ">", "←": "<", "▸": ">",
    "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "«": "<", "»": ">", "\u{A0}": " ", "▪": "*", "●": "*",
    "○": "o", "◆": "*", "◇": "o", "▲": "^", "△": "^", "▼": "v",
  ]

  /// The string, or the beginning of one that is too long to read: `aaaa… (15,728,240 more characters)`.
  ///
  /// Use this for values from an input before they become part of a text, because text processing costs much more than
  /// a copy.
  ///
  /// - Parameter limit: the number of Unicode scalars to keep.
  package func displayed(limit: Int = 400) -> String {
    // Every scalar takes at least one octet of UTF-8.
    guard utf8.count > limit,
      let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
    else { return self }
    return self[..<end] + "… (\(unicodeScalars[end...].count.grouped) more characters)"
  }

  /// The string in a form that is safe on a terminal: characters that could act on it are written as `\u{1b}`.
  ///
  /// Everything from a receipt, a file name or an error must pass through this before it reaches a terminal.
  public var terminalSafe: String {
    guard unicodeScalars.contains(where: \.actsOnTerminals) else { return self }
    var safe = ""
    for scalar in unicodeScalars {
      if scalar.actsOnTerminals {
        safe += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}
