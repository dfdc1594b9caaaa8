/// Base64url without padding (RFC 4648, 5; RFC 7515, 2).
extension Base64 {
  /// The octets of a text; `nil` if the text departs from the canonical form: another character, padding, a single
  /// character left at the end, or unused bits of the last character that are not zero.
  package static func decodeURL(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    if text.isEmpty { return [] }
    var standard = Array(text)
    // The loop has no early exit, so that many characters are translated at once.
    var others: UInt8 = 0
    standard.withUnsafeMutableBufferPointer { characters in
      for index in characters.indices {
        let character = characters[index]
        others |= character == UInt8(ascii: "+") || character == UInt8(ascii: "/") ? 1 : 0
        let dash = character == UInt8(ascii: "-") ? UInt8(ascii: "+") : character
        characters[index] = dash == UInt8(ascii: "_") ? UInt8(ascii: "/") : dash
      }
    }
    guard others == 0, standard.last != UInt8(ascii: "=") else { return nil }
    while standard.count % 4 != 0 { standard.append(UInt8(ascii: "=")) }
    return decodeCanonical(standard)
  }

  /// The text of octets.
  package static func encodeURL(_ octets: [UInt8]) -> String {
    var characters = Array(encode(octets).utf8)
    while characters.last == UInt8(ascii: "=") { characters.removeLast() }
    for index in characters.indices {
      switch characters[index] {
      case UInt8(ascii: "+"): characters[index] = UInt8(ascii: "-")
      case UInt8(ascii: "/"): characters[index] = UInt8(ascii: "_")
      default: break
      }
    }
    return String(decoding: characters, as: UTF8.self)
  }
}
