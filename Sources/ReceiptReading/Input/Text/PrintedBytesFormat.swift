extension InputText {
  /// A receipt has thousands of bytes.
  private static let fewestBytes = 64

  /// Bytes as programs print them: with escapes for octets that are not printable characters, as in Python
  /// (`b'0\x82\x14m'`), DuckDB (`0\x82\x14m`) and PostgreSQL's escape format (`0\202\024m`); or as decimal numbers, as
  /// in Go (`[48 130 20 109]`).
  func readPrintedBytes() throws(ReceiptError) -> InputFinding? {
    guard let first = byte(0) else { return nil }
    let text = bytes[core]
    let decoded: [UInt8]?
    switch first {
    case UInt8(ascii: "["): decoded = Self.numbers(text.dropFirst())
    case UInt8(ascii: "b"):
      guard let quote = byte(1), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
      decoded = Self.octets(text.dropFirst(2), endingAt: quote)
    case UInt8(ascii: "0") where byte(1) == UInt8(ascii: "\\"): decoded = Self.octets(text, endingAt: nil)
    default: return nil
    }
    // A SEQUENCE with more than 127 bytes, as every receipt is.
    guard let decoded, decoded.count >= Self.fewestBytes, decoded[0] == 0x30, decoded[1] >= 0x80 else { return nil }
    return .inner(decoded, .hex)
  }

  /// Reads bytes with escapes.
  ///
  /// - Parameter quote: the quotation mark after the last octet, unless the text was truncated.
  /// - Returns: `nil` for an escape that none of these programs writes.
  private static func octets(_ text: ArraySlice<UInt8>, endingAt quote: UInt8?) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex, text[index] != quote {
      guard text[index] == UInt8(ascii: "\\") else {
        bytes.append(text[index])
        index += 1
        continue
      }
      let escape = text[(index + 1)...].prefix(3)
      if let octet = escape.first.flatMap({ letters[$0] }) {
        bytes.append(octet)
        index += 2
        continue
      }
      // The text was truncated in the middle of an escape.
      guard escape.count == 3 else { return bytes }
      guard let octet = octet(escape) else { return nil }
      bytes.append(octet)
      index += 4
    }
    // No text may follow the mark.
    return index >= text.endIndex - 1 ? bytes : nil
  }

  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\\"): 0x5C,
    UInt8(ascii: "'"): 0x27, UInt8(ascii: "\""): 0x22,
  ]

  /// Reads the three characters after a backslash: `x` with two hexadecimal digits, or three octal ones.
  private static func octet(_ escape: ArraySlice<UInt8>) -> UInt8? {
    let characters = Array(escape)
    if characters[0] == UInt8(ascii: "x"), let high = characters[1].hexValue, let low = characters[2].hexValue {
      return high << 4 | low
    }
    let digits = characters.map { Int($0) - 0x30 }
    guard digits.allSatisfy({ (0...7).contains($0) }), digits[0] < 4 else { return nil }
    return UInt8(digits[0] << 6 | digits[1] << 3 | digits[2])
  }

  /// Reads decimal numbers with blanks between them, up to a closing bracket.
  private static func numbers(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    // Numbers separated by commas are JSON.
    guard text.allSatisfy({ $0.isASCIIDigit || $0 == 0x20 || $0 == UInt8(ascii: "]") }) else { return nil }
    let words = text.split { $0 == 0x20 || $0 == UInt8(ascii: "]") }
    var bytes: [UInt8] = []
    for word in words {
      guard let octet = UInt8(String(decoding: word, as: UTF8.self)) else { return nil }
      bytes.append(octet)
    }
    return bytes
  }
}
