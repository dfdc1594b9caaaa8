/// Base64 (RFC 4648, 4), the canonical form only: one line, standard alphabet, padded, unused bits zero.
///
/// This is the road of nearly every receipt. Whatever it refuses is left to ``Base64Scanner``, which mends and counts.
package enum Base64 {
  /// Not a character of the alphabet.
  static let invalid: UInt8 = 0xFF

  /// Values of the standard alphabet by character.
  static let values: [UInt8] = {
    var table = [UInt8](repeating: invalid, count: 256)
    for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
    return table
  }()

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes, or `nil` when any character of the range departs from the canonical form.
  static func decodeCanonical(_ text: [UInt8], _ range: Range<Int>) -> [UInt8]? {
    guard !range.isEmpty, range.count % 4 == 0 else { return nil }
    var padding = 0
    while padding < 2, text[range.upperBound - 1 - padding] == UInt8(ascii: "=") { padding += 1 }
    let whole = range.count / 4 - (padding == 0 ? 0 : 1)
    let table = values.span
    let source = text.span
    var isValid = true
    var decoded = [UInt8](repeating: 0, count: range.count / 4 * 3 - padding)
    var output = decoded.mutableSpan
    var from = range.lowerBound
    var to = 0
    for _ in 0..<whole {
      let a = table[Int(source[from])]
      let b = table[Int(source[from + 1])]
      let c = table[Int(source[from + 2])]
      let d = table[Int(source[from + 3])]
      if (a | b | c | d) & 0xC0 != 0 {
        isValid = false
        break
      }
      output[to] = a << 2 | b >> 4
      output[to + 1] = b << 4 | c >> 2
      output[to + 2] = c << 6 | d
      from += 4
      to += 3
    }
    guard isValid else { return nil }
    if padding > 0 {
      let a = table[Int(source[from])]
      let b = table[Int(source[from + 1])]
      let c = padding == 2 ? 0 : table[Int(source[from + 2])]
      let unused = padding == 2 ? b & 0x0F : c & 0x03
      guard (a | b | c) & 0xC0 == 0, unused == 0 else { return nil }
      output[to] = a << 2 | b >> 4
      if padding == 1 { output[to + 1] = b << 4 | c >> 2 }
    }
    return decoded
  }

  /// Packs 6-bit values; what is left over when fewer than 8 bits remain is returned beside the bytes.
  static func pack(_ values: [UInt8]) -> (bytes: [UInt8], unusedBits: UInt8) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count / 4 * 3 + 3)
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for value in values {
      buffer = (buffer << 6 | UInt32(value & 0x3F)) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    return (bytes, UInt8(truncatingIfNeeded: buffer & ((1 << bits) - 1)))
  }

  /// The canonical text of some bytes.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      let group = (
        bytes[index], left > 1 ? bytes[index + 1] : 0, left > 2 ? bytes[index + 2] : 0
      )
      text.append(alphabet[Int(group.0 >> 2)])
      text.append(alphabet[Int(group.0 << 4 & 0x30 | group.1 >> 4)])
      text.append(left > 1 ? alphabet[Int(group.1 << 2 & 0x3C | group.2 >> 6)] : UInt8(ascii: "="))
      text.append(left > 2 ? alphabet[Int(group.2 & 0x3F)] : UInt8(ascii: "="))
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
