extension DEREncoder {
  /// `Time ::= CHOICE { utcTime UTCTime, generalTime GeneralizedTime }` from `YYYY-MM-DDThh:mm:ssZ`: UTCTime from 1950
  /// to 2049, GeneralizedTime otherwise (RFC 5280 §4.1.2.5). The digits are copied, the calendar is not consulted.
  ///
  /// - Throws: ``MintError/invalidTime(_:)`` if the text has another format.
  package static func time(_ text: String) throws(MintError) -> [UInt8] {
    let octets = Array(text.utf8)
    let pattern = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
    let digit = UInt8(ascii: "d")
    let fits =
      octets.count == pattern.count
      && zip(octets, pattern).allSatisfy { octet, wanted in
        wanted == digit ? (0x30...0x39).contains(octet) : octet == wanted
      }
    guard fits else { throw MintError.invalidTime(text) }
    let digits = zip(octets, pattern).filter { $0.1 == digit }.map(\.0)
    let isUTCTime = ("1950"..."2049").contains(String(text.prefix(4)))
    let written = (isUTCTime ? Array(digits.dropFirst(2)) : digits) + [UInt8(ascii: "Z")]
    return element(isUTCTime ? 0x17 : 0x18, written)
  }
}
