/// Lowercase hexadecimal digits, two an octet.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  text.reserveCapacity(2 * bytes.underestimatedCount)
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}

/// The octets of hexadecimal digits in pairs; `nil` for any other text.
package func octets(ofHexadecimal text: some StringProtocol) -> [UInt8]? {
  let digits = text.utf8.compactMap(\.hexValue)
  guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
