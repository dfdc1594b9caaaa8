/// Base64 (RFC 4648, 4), the canonical form only: one line, standard alphabet, padded, unused bits zero.
///
/// This is the fast path of nearly every receipt. ``Base64Scanner`` handles all text that it rejects, and counts
/// repairs.
package enum Base64 {
  /// The value of an octet that is not a character of the alphabet.
  package static let invalid: UInt8 = 0xFF

  /// Values of the standard alphabet by character.
  package static let values: [UInt8] = {
    var table = [UInt8](repeating: invalid, count: 256)
    for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
    return table
  }()

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes, or `nil` if any character of the text, or of a range of it, departs from the canonical form.
  package static func decodeCanonical(_ text: [UInt8], _ range: Range<Int>? = nil) -> [UInt8]? {
    var decoded: [UInt8] = []
    guard let count = decodeCanonical(text.span.bytes.extracting(range ?? 0..<text.count), into: &decoded) else {
      return nil
    }
    decoded.removeLast(decoded.count - count)
    return decoded
  }

  /// Decodes into memory that is reused.
  ///
  /// - Parameter decoded: grows to at least the bytes of the text; the bytes after them are meaningless.
  /// - Returns: the number of bytes, or `nil` if any character departs from the canonical form.
  package static func decodeCanonical(_ text: RawSpan, into decoded: inout [UInt8]) -> Int? {
    let length = text.byteCount
    guard length > 0, length % 4 == 0 else { return nil }
    var padding = 0
    while padding < 2, text.byte(length - 1 - padding) == UInt8(ascii: "=") { padding += 1 }
    let count = length / 4 * 3 - padding
    // The code stores whole words, so the last one may extend two bytes beyond the end.
    let needed = length / 4 * 3 + 2
    if decoded.count < needed { decoded.append(contentsOf: repeatElement(0, count: needed - decoded.count)) }
    let groups = length / 4 - (padding == 0 ? 0 : 1)
    guard decodeGroups(text, groups, into: &decoded) else { return nil }
    if padding > 0 {
      let from = 4 * groups
      let a = values[Int(text.byte(from))]
      let b = values[Int(text.byte(from + 1))]
      let c = padding == 2 ? 0 : values[Int(text.byte(from + 2))]
      let unused = padding == 2 ? b & 0x0F : c & 0x03
      guard (a | b | c) & 0xC0 == 0, unused == 0 else { return nil }
      decoded[3 * groups] = a << 2 | b >> 4
      if padding == 1 { decoded[3 * groups + 1] = b << 4 | c >> 2 }
    }
    return count
  }

  /// Decodes groups of four characters, two groups at a time; `false` if a character is not in the alphabet.
  private static func decodeGroups(_ text: RawSpan, _ groups: Int, into decoded: inout [UInt8]) -> Bool {
    var span = decoded.mutableSpan
    var output = span.mutableBytes
    return groupValues.withUnsafeBufferPointer { table in
      var invalid: UInt32 = 0
      var from = 0
      var to = 0
      // Nothing here can overflow: `from` never exceeds four times the groups, which is the length of the text, and
      // `to` is smaller. Every read and every store is checked by its span nevertheless. One bounds check of the text
      // covers eight groups.
      while groups &- from / 4 >= 8 {
        let characters = text.extracting(from..<(from &+ 32))
        for step in 0..<4 {
          invalid |= decodePair(characters.word(8 &* step), table, &output, to &+ 6 &* step)
        }
        from &+= 32
        to &+= 24
      }
      while groups &- from / 4 >= 2 {
        invalid |= decodePair(text.word(from), table, &output, to)
        from &+= 8
        to &+= 6
      }
      if groups % 2 == 1 {
        let characters = UInt32(text.halfWord(from)) | UInt32(text.halfWord(from + 2)) << 16
        let last = group(characters, table)
        invalid |= last
        output.storeBytes(of: (last << 8).bigEndian, toByteOffset: to, as: UInt32.self)
      }
      return invalid & invalidGroup == 0
    }
  }

  /// Decodes two groups into six bytes. The call also writes two bytes after them, which the next call overwrites.
  ///
  /// - Returns: a value with ``invalidGroup`` in it if a character is not in the alphabet.
  @inline(__always)
  private static func decodePair(
    _ characters: UInt64, _ table: UnsafeBufferPointer<UInt32>, _ output: inout MutableRawSpan, _ position: Int
  ) -> UInt32 {
    let first = group(UInt32(truncatingIfNeeded: characters), table)
    let second = group(UInt32(truncatingIfNeeded: characters >> 32), table)
    let bytes = (UInt64(first & 0xFF_FFFF) << 24 | UInt64(second & 0xFF_FFFF)) << 16
    output.storeBytes(of: bytes.bigEndian, toByteOffset: position, as: UInt64.self)
    return first | second
  }

  /// The 24 bits of four characters, or a value with ``invalidGroup`` in it.
  @inline(__always)
  private static func group(_ characters: UInt32, _ table: UnsafeBufferPointer<UInt32>) -> UInt32 {
    // The table has 4 times 256 values and every index is a byte plus a multiple of 256 below 1,024.
    table[Int(characters & 0xFF)] | table[256 + Int(characters >> 8 & 0xFF)]
      | table[512 + Int(characters >> 16 & 0xFF)] | table[768 + Int(characters >> 24)]
  }

  /// The values of the alphabet at each of the four places of a group.
  private static let groupValues: [UInt32] = (0..<4).flatMap { place in
    values.map { $0 == invalid ? invalidGroup : UInt32($0) << UInt32(18 - 6 * place) }
  }

  private static let invalidGroup: UInt32 = 1 << 31

  /// Packs 6-bit values into bytes. If fewer than 8 bits remain at the end, they are returned separately.
  package static func pack(_ values: [UInt8]) -> (bytes: [UInt8], unusedBits: UInt8) {
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
    for index in stride(from: 0, to: bytes.count, by: 3) {
      let left = bytes.count - index
      let bits =
        Int(bytes[index]) << 16 | (left > 1 ? Int(bytes[index + 1]) << 8 : 0) | (left > 2 ? Int(bytes[index + 2]) : 0)
      for place in 0...3 { text.append(place > left ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * place) & 0x3F]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
