extension InputText {
  /// Percent-encoded text (RFC 3986, 2.1): `MII%2BAB%2F...%3D%3D`.
  func readPercentEncoding() throws(ReceiptError) -> InputFinding? {
    guard let decoded = bytes[core].percentDecoded else { return nil }
    return .inner(decoded.bytes, .percentEncoding, repairs: decoded.repairs)
  }
}

extension ArraySlice<UInt8> {
  /// The percent-decoded text; `nil` if the text has no percent sign or a literal one.
  ///
  /// A `+` is kept. The rules for forms would turn it into a space, but base64 contains no space, and many clients send
  /// the plus signs of a receipt unencoded.
  package var percentDecoded: (bytes: [UInt8], repairs: [InputRepair])? {
    guard var index = firstIndex(of: UInt8(ascii: "%")) else { return nil }
    var bytes = Array(self[..<index])
    bytes.reserveCapacity(count)
    while index < endIndex {
      let byte = self[index]
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        index += 1
        continue
      }
      guard endIndex - index >= 3 else {
        // The text was cut in the middle of an escape. The layers below show how much is missing.
        return (bytes, [InputRepair(.cutPercentEscape, count: 1)])
      }
      guard let high = self[index + 1].hexValue, let low = self[index + 2].hexValue else { return nil }
      bytes.append(high << 4 | low)
      index += 3
    }
    return (bytes, [])
  }
}
