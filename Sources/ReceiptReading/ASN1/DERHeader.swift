/// The identifier and length octets of one DER element: one identifier octet, a definite length in as few octets as
/// possible.
///
/// This type accepts a subset of what ``ASN1Header`` accepts, with the same meaning. For everything else it returns
/// `nil`, and callers fall back to ``ASN1Header``. A receipt has thousands of elements, and a libcrypto call for each
/// would take most of the reading time.
struct DERHeader {
  let tag: UInt8
  /// The range of the contents.
  let start: Int
  let end: Int

  /// Reads a header at `position`, never beyond `limit`.
  @inline(__always)
  init?(_ bytes: RawSpan, at position: Int, limit: Int) {
    guard position >= 0, limit <= bytes.byteCount, position < limit - 1 else { return nil }
    tag = bytes.byte(position)
    // Tags above 30 take several octets, and no receipt has such a tag; 00 marks the end of an indefinite length.
    guard tag & 0x1F != 0x1F, tag != 0 else { return nil }
    let first = Int(bytes.byte(position + 1))
    if first < 0x80 {
      start = position + 2
      end = start + first
    } else if first == 0x82, limit - position >= 4, bytes.byte(position + 2) != 0 {
      start = position + 4
      end = start + (Int(bytes.byte(position + 2)) << 8 | Int(bytes.byte(position + 3)))
    } else {
      guard let (length, octets) = DERHeader.longLength(bytes, first & 0x7F, at: position + 2, limit: limit) else {
        return nil
      }
      start = position + 2 + octets
      end = start + length
    }
    guard end <= limit else { return nil }
  }

  /// A length in 1 to 4 octets that does not fit into fewer.
  private static func longLength(
    _ bytes: RawSpan, _ octets: Int, at position: Int, limit: Int
  ) -> (length: Int, octets: Int)? {
    guard (1...4).contains(octets), octets <= limit - position else { return nil }
    var length = 0
    for index in position..<(position + octets) { length = length << 8 | Int(bytes.byte(index)) }
    let smallest = octets == 1 ? 0x80 : 1 << (8 * (octets - 1))
    return length >= smallest ? (length, octets) : nil
  }
}
