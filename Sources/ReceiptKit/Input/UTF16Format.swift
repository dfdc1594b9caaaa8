/// UTF-16 text, as PowerShell writes it when output is redirected into a file: with a byte-order mark, or recognisable
/// without one.
enum UTF16Format: InputFormat {
  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    let bytes = input.bytes
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): return .inner(decode(bytes.dropFirst(2), isBigEndian: false), .utf16)
    case (0xFE, 0xFF) where bytes[2] == 0: return .inner(decode(bytes.dropFirst(2), isBigEndian: true), .utf16)
    case (0x21...0x7E, 0) where bytes[2] >= 0x20 && bytes[2] < 0x7F && bytes[3] == 0:
      return .inner(decode(bytes[...], isBigEndian: false), .utf16)
    case (0, 0x21...0x7E) where bytes[2] == 0 && bytes[3] >= 0x20 && bytes[3] < 0x7F:
      return .inner(decode(bytes[...], isBigEndian: true), .utf16)
    default: return nil
    }
  }

  /// To UTF-8. What is no character becomes U+FFFD, which the next layer reports where it stands; a last odd byte is
  /// dropped.
  private static func decode(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let first = UInt16(bytes[index])
      let second = UInt16(bytes[index + 1])
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

/// The UTF-8 byte-order mark (EF BB BF) that Windows programs put before text.
enum ByteOrderMarkFormat: InputFormat {
  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard input.bytes.starts(with: mark) else { return nil }
    return .inner(Array(input.bytes.dropFirst(3)), repairs: [InputRepair("byte-order mark removed", count: 1)])
  }
}
