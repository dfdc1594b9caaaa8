extension Diagnostician {
  /// The fault in the form of the header line with which a developer's server identifies itself to Apple, as a sentence
  /// that quotes nothing of it; `nil` for a correct line, and for text that is no such line. The line may be pasted
  /// without its name.
  ///
  ///     Authorization: Bearer TOKEN
  ///
  /// Source: RFC 6750, 2.1. The name and the word Bearer are read without regard to case (RFC 9110, 5.1 and 11.1).
  static func headerFault(in text: [UInt8]) -> Message? {
    let line = text.drop(while: \.isASCIISpace).prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.starts(with: "authorization:", ignoringCase: true) else {
      // Without the name of the header it may be a sentence that begins with Bearer, so further words are no fault.
      return line.starts(with: "bearer", ignoringCase: true) ? fault(inCredentials: line) : nil
    }
    let credentials = trimmed(line.dropFirst("authorization:".utf8.count))
    // Nothing was pasted whose form could be wrong.
    if credentials.isEmpty { return nil }
    guard credentials.starts(with: "bearer", ignoringCase: true) else {
      return credentials.contains(where: isBlank)
        ? "Another word than Bearer stands before the token."
        : "The word Bearer is missing before the token."
    }
    return fault(inCredentials: credentials)
      ?? (isToken(token(of: credentials)) ? nil : "Something stands there beside the token.")
  }

  /// - Parameter credentials: text that begins with Bearer.
  private static func fault(inCredentials credentials: ArraySlice<UInt8>) -> Message? {
    guard let next = credentials.dropFirst("bearer".utf8.count).first else { return nil }
    if next == UInt8(ascii: ":") || next == UInt8(ascii: "=") {
      return "After Bearer comes `\(Character(Unicode.Scalar(next)))`, where a space belongs."
    }
    let token = token(of: credentials)
    if token.starts(with: "bearer", ignoringCase: true) { return "The word Bearer stands there twice." }
    if token.starts(with: "b'") || token.starts(with: "b\"") {
      return "The token stands in b'…': so Python writes bytes, which str() does not turn into text; decode() does."
    }
    if let first = token.first, "\"'`\\".utf8.contains(first) { return "There are quotation marks around the token." }
    if let first = token.first, "<[{(".utf8.contains(first) { return "There are brackets around the token." }
    if let backslash = token.firstIndex(of: UInt8(ascii: "\\")), isToken(token[..<backslash]) {
      return "A backslash stands behind the token: it is no line break there, and none belongs there."
    }
    return nil
  }

  private static func token(of credentials: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    trimmed(credentials.dropFirst("bearer".utf8.count))
  }

  /// `b64token` of RFC 6750.
  private static func isToken(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._~+/=".utf8.contains($0) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}
