extension Unicode.Scalar {
  /// Whether the character itself could mislead a terminal or a reader.
  ///
  /// These are C0 and C1 controls, DEL, bidirectional controls (Unicode UAX #9), invisible and deprecated format
  /// characters, line and paragraph separators, the byte-order mark, and tags.
  package var actsOnTerminals: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0xAD, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}

extension String {
  /// The string, or the beginning of one that is too long to read: `aaaa… (15,728,240 more characters)`.
  ///
  /// For values from an input, before they become part of a text: text processing costs much more than a copy.
  ///
  /// - Parameter limit: how many Unicode scalars are kept.
  package func displayed(limit: Int = 400) -> String {
    // No scalar has less than one octet of UTF-8.
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
