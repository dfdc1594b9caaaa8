/// The value of `Host`: a name or an address, and optionally a port (RFC 9110, 7.2; RFC 3986, 3.2.2).
///
/// Other parts of a URL before its path, for example a user, are invalid here. A reader that skipped them would accept
/// foreign names: `127.0.0.1:80@evil.example` belongs to evil.example.
struct HostField: Equatable {
  /// The name or address in lower case; an IP literal is without its brackets.
  let host: String
  let port: UInt16?

  /// - Returns: `nil` for values that RFC 3986 does not allow. Percent-encoding, an empty port, and IP literals of
  ///   future versions are also rejected, although RFC 3986 allows them: no client needs them here, and readers
  ///   disagree about them.
  init?(_ text: String) {
    let bytes = text.utf8
    let end: String.Index
    if text.hasPrefix("[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let literal = text[text.index(after: text.startIndex)..<bracket]
      guard literal.utf8.allSatisfy(Self.isInIPv6Address), literal.utf8.contains(UInt8(ascii: ":")) else { return nil }
      host = literal.lowercased()
      end = bytes.index(after: bracket)
    } else {
      end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      guard end > text.startIndex, text[..<end].utf8.allSatisfy(Self.isInName) else { return nil }
      host = text[..<end].lowercased()
    }
    guard end < bytes.endIndex else {
      port = nil
      return
    }
    let digits = text[bytes.index(after: end)...]
    guard bytes[end] == UInt8(ascii: ":"), digits.utf8.allSatisfy(Self.isDigit), let port = UInt16(digits) else {
      return nil
    }
    self.port = port
  }

  /// `unreserved` and `sub-delims` of RFC 3986.
  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: isDigit(byte) || "-._~!$&'()*+,;=".utf8.contains(byte)
    }
  }

  /// Zones are not accepted: according to RFC 6874, they are local to a machine.
  private static func isInIPv6Address(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: isDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
