extension [UInt8] {
  /// The name of one character of an input for error messages: `'#'`, `'é'`, or `byte 0x9f` for bytes that are not
  /// UTF-8 or not printable.
  package func characterName(at offset: Int) -> String {
    guard offset >= 0, offset < count else { return "the end" }
    let first = self[offset]
    if first > 0x20, first < 0x7F { return "'\(Unicode.Scalar(first))'" }
    // The first octet of a character in UTF-8 shows how many octets it has.
    if first >= 0xC2 {
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let text = String(decoding: self[offset...].prefix(length), as: UTF8.self)
      if let scalar = text.unicodeScalars.first, scalar != "\u{FFFD}", text.unicodeScalars.count == 1,
        !scalar.actsOnTerminals
      {
        return "'\(text)'"
      }
    }
    return "byte 0x" + hexadecimal([first])
  }
}
