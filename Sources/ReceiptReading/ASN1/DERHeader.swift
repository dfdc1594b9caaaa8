/// The identifier and length octets of one DER element: one identifier octet, a definite length in as few octets as
/// possible.
///
/// This type accepts a subset of what ``ASN1Header`` accepts, with the same meaning. For everything else it returns
/// `nil`, and callers fall back to ``ASN1Header``. A receipt has thousands of elements, and a libcrypto call for each
/// would take most of the reading time.
struct DERHeader {
  /// The identifier octet, one of ``DERTag``.
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
    // The length itself, or 0x80 plus the number of octets that hold it. Two such octets are the most frequent number.
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

/// Identifier octets of DER (X.690, 8.1.2): the tag, plus 0x20 for a constructed element and 0x80 for a
/// context-specific tag. They are computed, so that the loops of the fast path contain plain numbers.
enum DERTag {
  static var boolean: UInt8 { 0x01 }
  static var integer: UInt8 { 0x02 }
  static var bitString: UInt8 { 0x03 }
  static var octetString: UInt8 { 0x04 }
  static var null: UInt8 { 0x05 }
  static var objectIdentifier: UInt8 { 0x06 }
  static var enumerated: UInt8 { 0x0A }
  static var utf8String: UInt8 { 0x0C }
  static var ia5String: UInt8 { 0x16 }
  static var utcTime: UInt8 { 0x17 }
  static var generalizedTime: UInt8 { 0x18 }
  static var sequence: UInt8 { 0x30 }
  static var set: UInt8 { 0x31 }
  /// `[0]` and `[3]`, constructed.
  static var context0: UInt8 { 0xA0 }
  static var context3: UInt8 { 0xA3 }
}
