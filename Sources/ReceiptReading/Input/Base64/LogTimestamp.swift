/// A date that a log wrote into the middle of a long text, as container runtimes do between parts of a message:
/// `2026-05-25T15:04:05.123456789Z `, also with the name and the flag of the stream (`stdout F `).
///
/// No encoding of receipts or signed data has a colon, so the first colon of the date shows that one is there.
struct LogTimestamp {
  /// The number of characters before the colon, all of which are characters of base64.
  static let lengthBeforeColon = 13
  /// The end of the date, and of the words for the stream behind it.
  let end: Int

  /// - Parameter colon: the place of a character that may be the first colon of a date.
  /// - Returns: `nil` if no such date stands around it.
  init?(around colon: Int, in bytes: [UInt8], from start: Int, to limit: Int) {
    guard colon < limit, bytes[colon] == UInt8(ascii: ":"), colon - start >= Self.lengthBeforeColon,
      Self.matches(bytes[(colon - Self.lengthBeforeColon)..<colon], "0000-00-00T00"),
      Self.matches(bytes[(colon + 1)..<limit].prefix(5), "00:00")
    else { return nil }
    var end = colon + ":00:00".utf8.count
    if end < limit, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ",") {
      end += 1 + bytes[(end + 1)..<limit].prefix(9).prefix(while: \.isASCIIDigit).count
    }
    if end < limit, bytes[end] == UInt8(ascii: "Z") {
      end += 1
    } else if Self.matches(bytes[end..<limit].prefix(6), "+00:00") {
      end += 6
    }
    for stream in ["stdout", "stderr"] where bytes[end..<limit].starts(with: " \(stream) ".utf8) {
      // The name stands between blanks; the flag, `F` or `P`, and a blank follow.
      end = min(limit, end + " \(stream) F ".utf8.count)
    }
    self.end = end
  }

  /// Whether a text has this form, in which 0 stands for any digit, and a plus sign for either sign.
  private static func matches(_ text: ArraySlice<UInt8>, _ form: String) -> Bool {
    text.count == form.utf8.count
      && zip(text, form.utf8).allSatisfy { byte, mark in
        switch mark {
        case UInt8(ascii: "0"): byte.isASCIIDigit
        case UInt8(ascii: "+"): byte == mark || byte == UInt8(ascii: "-")
        default: byte == mark
        }
      }
  }
}
