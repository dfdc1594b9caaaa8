extension Collection<UInt8> {
  /// Whether the bytes start with these ASCII characters.
  ///
  /// - Parameters:
  ///   - prefix: the characters; in small letters if case is ignored.
  ///   - ignoringCase: whether capital letters of the bytes count as small ones.
  package func starts(with prefix: StaticString, ignoringCase: Bool = false) -> Bool {
    var index = startIndex
    return prefix.withUTF8Buffer { prefix in
      for byte in prefix {
        guard index != endIndex else { return false }
        guard (ignoringCase ? self[index].asciiLowercase : self[index]) == byte else { return false }
        formIndex(after: &index)
      }
      return true
    }
  }

  /// Whether the bytes are a UUID: 8-4-4-4-12 hexadecimal digits (RFC 9562).
  package var isUUID: Bool {
    count == 36
      && enumerated().allSatisfy { position, byte in
        [8, 13, 18, 23].contains(position) ? byte == UInt8(ascii: "-") : byte.hexValue != nil
      }
  }
}

extension UInt8 {
  package var asciiLowercase: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
  package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
  package var isASCIILetter: Bool { asciiLowercase >= 0x61 && asciiLowercase <= 0x7A }
  package var isASCIISpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
  /// 0 to 15 for a hexadecimal digit, otherwise `nil`.
  package var hexValue: UInt8? {
    if isASCIIDigit { return self - 0x30 }
    let letter = asciiLowercase
    return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : nil
  }
}
