/// Bytes as programs print them: with escapes for octets that are not printable characters, as in Python
/// (`b'0\x82\x14m'`), DuckDB (`0\x82\x14m`) and PostgreSQL's escape format (`0\202\024m`); or as decimal numbers, as in
/// Go (`[48 130 20 109]`).
enum PrintedBytesFormat: InputFormat {
  /// A receipt has thousands of bytes.
  private static let fewestBytes = 64

  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    guard let first = input.byte(0) else { return nil }
    let text = input.bytes[input.core]
    let bytes: [UInt8]?
    switch first {
    case UInt8(ascii: "["): bytes = numbers(text.dropFirst())
    case UInt8(ascii: "b"):
      guard let quote = input.byte(1), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
      bytes = octets(text.dropFirst(2), endingAt: quote)
    case UInt8(ascii: "0") where input.byte(1) == UInt8(ascii: "\\"): bytes = octets(text, endingAt: nil)
    default: return nil
    }
    guard let bytes, bytes.count >= fewestBytes, bytes.first == 0x30, bytes[1] >= 0x80 else { return nil }
    return .inner(bytes, .hex)
  }

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
      switch escape(text[(index + 1)...]) {
      case .octet(let octet, let length):
        bytes.append(octet)
        index += 1 + length
      case .cut: return bytes
      case .unknown: return nil
      }
    }
    // No text may follow the mark.
    return index >= text.endIndex - 1 ? bytes : nil
  }

  private enum Escape {
    case octet(UInt8, length: Int)
    case cut
    case unknown
  }

  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\\"): 0x5C,
    UInt8(ascii: "'"): 0x27, UInt8(ascii: "\""): 0x22,
  ]

  /// Reads the text after a backslash.
  private static func escape(_ text: ArraySlice<UInt8>) -> Escape {
    guard let first = text.first else { return .cut }
    if let octet = letters[first] { return .octet(octet, length: 1) }
    guard text.count >= 3 else { return .cut }
    let (second, third) = (text[text.startIndex + 1], text[text.startIndex + 2])
    if first == UInt8(ascii: "x"), let high = second.hexValue, let low = third.hexValue {
      return .octet(high << 4 | low, length: 3)
    }
    let digits = [first, second, third].map { Int($0) - 0x30 }
    guard digits.allSatisfy({ (0...7).contains($0) }), digits[0] < 4 else { return .unknown }
    return .octet(UInt8(digits[0] << 6 | digits[1] << 3 | digits[2]), length: 3)
  }

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
