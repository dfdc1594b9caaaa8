extension InputText {
  /// UTF-16 text, as PowerShell writes it when output is redirected to a file: with a byte-order mark, or recognisable
  /// without one.
  func readUTF16() throws(ReceiptError) -> InputFinding? {
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): return Self.utf16(bytes, from: 2, isBigEndian: false)
    case (0xFE, 0xFF) where bytes[2] == 0: return Self.utf16(bytes, from: 2, isBigEndian: true)
    case (0x21...0x7E, 0) where bytes[2] >= 0x20 && bytes[2] < 0x7F && bytes[3] == 0:
      return Self.utf16(bytes, from: 0, isBigEndian: false)
    case (0, 0x21...0x7E) where bytes[2] == 0 && bytes[3] >= 0x20 && bytes[3] < 0x7F:
      return Self.utf16(bytes, from: 0, isBigEndian: true)
    default: return nil
    }
  }

  private static func utf16(_ bytes: [UInt8], from start: Int, isBigEndian: Bool) -> InputFinding {
    var finding = InputFinding.inner(decode(bytes[start...], isBigEndian: isBigEndian), .utf16)
    finding.remainingInput = otherText(bytes, zeros: isBigEndian ? 0 : 1)
    return finding
  }

  /// Parts in another encoding, which are nonsense when read as UTF-16.
  ///
  /// These are other text, bytes of a receipt, and UTF-16 that begins at an odd byte.
  ///
  /// - Parameter zeros: 0 if the even bytes of ASCII characters are zeros, 1 if the odd ones are.
  private static func otherText(_ bytes: [UInt8], zeros: Int) -> [RemainingInput] {
    var found: [RemainingInput] = []
    func add(_ range: Range<Int>) { found.append(RemainingInput(bytes: Array(bytes[range]), offset: range.lowerBound)) }
    if let identifier = bytes.firstOffset(of: OuterElement.signedDataOID) {
      // At most six bytes of a header stand before it.
      add(max(identifier - 6, 0)..<bytes.count)
    }
    // The lengths of the runs that end here: of text in single bytes, and of ASCII in every second byte.
    var text = 0
    var shifted = 0
    for (index, byte) in bytes.enumerated() {
      text = isText(byte) ? text + 1 : 0
      // Zeros are expected at these bytes, unless the text is of the other byte order.
      if index % 2 == zeros { shifted = isText(byte) ? shifted + 1 : 0 }
      if text == OtherText.minimumBytes || shifted == OtherText.minimumBytes / 2 && index % 2 == zeros && isText(byte) {
        add(max(index - OtherText.minimumBytes, 0)..<bytes.count)
        break
      }
    }
    return found
  }

  private static func isText(_ byte: UInt8) -> Bool { byte.isASCIISpace || (0x20...0x7E).contains(byte) }

  /// Converts the text to UTF-8. Invalid characters become U+FFFD, which the next layer reports at their place; a last
  /// odd byte is dropped.
  private static func decode(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let first = UInt16(bytes[index])
      let second = UInt16(bytes[index + 1])
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension InputText {
  /// The UTF-8 byte-order mark (EF BB BF) that Windows programs put before text.
  func readByteOrderMark() throws(ReceiptError) -> InputFinding? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard bytes.starts(with: mark) else { return nil }
    return .inner(Array(bytes.dropFirst(mark.count)), repairs: [InputRepair(.byteOrderMark, count: 1)])
  }
}
