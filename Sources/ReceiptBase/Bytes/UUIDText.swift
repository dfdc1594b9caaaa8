/// The text of UUIDs (RFC 9562).
extension String {
  /// 16 octets as 8-4-4-4-12 hexadecimal digits in small letters (section 4).
  package static func uuid(_ octets: [UInt8]) -> String {
    let ends = [0, 4, 6, 8, 10, 16]
    return zip(ends, ends.dropFirst()).map { hexadecimal(octets[$0..<$1]) }.joined(separator: "-")
  }

  /// A UUID of version 4 (section 5.4), made of 16 random octets.
  package static func randomUUID(_ octets: [UInt8] = (0..<16).map { _ in .random(in: .min ... .max) }) -> String {
    var octets = octets
    octets[6] = octets[6] & 0x0F | 0x40
    octets[8] = octets[8] & 0x3F | 0x80
    return uuid(octets)
  }
}
