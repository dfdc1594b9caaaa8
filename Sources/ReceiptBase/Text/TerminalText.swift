extension Unicode.Scalar {
  /// Whether a terminal or a reader could be misled by the character itself: C0 and C1 controls, DEL, bidirectional controls
  /// (Unicode UAX #9), invisible and deprecated format characters, line and paragraph separators, the byte-order mark, tags.
  var actsOnTerminals: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0xAD, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}

extension String {
  /// The string, or the beginning of one that nobody would read to its end: `aaaa… (15,728,240 more characters)`.
  ///
  /// For values from an input, before they become part of a text: what is done to texts costs much more than a copy.
  ///
  /// - Parameter limit: how many Unicode scalars are kept.
  func displayed(limit: Int = 400) -> String {
    // No scalar has less than one octet of UTF-8.
    guard utf8.count > limit,
      let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
    else { return self }
    return self[..<end] + "… (\(unicodeScalars[end...].count.grouped) more characters)"
  }

  /// The string as it may be shown on a terminal: what could act on it is written as `\u{1b}`.
  ///
  /// Nothing from a receipt, a file name or an error reaches a terminal without this.
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
