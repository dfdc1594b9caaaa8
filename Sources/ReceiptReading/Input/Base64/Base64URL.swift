/// Base64url without padding (RFC 4648, 5; RFC 7515, 2).
enum Base64URL {
  /// The octets of a text, or `nil` if it departs from the one form that they have: another character, padding, a rest of one
  /// character, or unused bits of the last character that are not zero.
  static func decodeStrict(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    if text.isEmpty { return [] }
    var standard = Array(text)
    for index in standard.indices {
      switch standard[index] {
      case UInt8(ascii: "-"): standard[index] = UInt8(ascii: "+")
      case UInt8(ascii: "_"): standard[index] = UInt8(ascii: "/")
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
      default: break
      }
    }
    while standard.count % 4 != 0 { standard.append(UInt8(ascii: "=")) }
    return Base64.decodeCanonical(standard, 0..<standard.count)
  }
}
