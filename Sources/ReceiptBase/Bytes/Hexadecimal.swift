/// Lowercase hexadecimal digits, two an octet.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let octets = Array(bytes)
  return String(unsafeUninitializedCapacity: 2 * octets.count) { text in
    // From 10 on, the digit is a letter: 39 characters behind the one that follows "9".
    func digit(_ value: UInt8) -> UInt8 { value + UInt8(ascii: "0") + (value > 9 ? 39 : 0) }
    for (index, octet) in octets.enumerated() {
      text[2 * index] = digit(octet >> 4)
      text[2 * index + 1] = digit(octet & 15)
    }
    return 2 * octets.count
  }
}

/// The octets of hexadecimal digits in pairs; `nil` for any other text.
package func octets(ofHexadecimal text: some StringProtocol) -> [UInt8]? {
  let digits = text.utf8.compactMap(\.hexValue)
  guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
