/// Lowercase hexadecimal digits, two an octet.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  // The loop is not generic: across modules it would not be specialised.
  bytes.withContiguousStorageIfAvailable(digits) ?? Array(bytes).withUnsafeBufferPointer(digits)
}

private func digits(of bytes: UnsafeBufferPointer<UInt8>) -> String {
  func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) }
  return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
    for (index, byte) in bytes.enumerated() {
      text[2 * index] = digit(byte >> 4)
      text[2 * index + 1] = digit(byte & 15)
    }
    return 2 * bytes.count
  }
}

/// The octets of hexadecimal digits in pairs; `nil` for any other text.
package func octets(ofHexadecimal text: some StringProtocol) -> [UInt8]? {
  let digits = text.utf8.compactMap(\.hexValue)
  guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
