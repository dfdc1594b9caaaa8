/// Reads one JSON string (RFC 8259, 7), starting after its opening quotation mark.
package struct JSONStringScanner {
  private let bytes: [UInt8]
  private let end: Int
  /// The current position: after the closing quotation mark once ``read()`` has returned.
  private(set) var index: Int

  package init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    self.end = end
    index = start
  }

  /// Validates the string just as strictly, but returns an empty string instead of its content.
  package mutating func skip() throws(JSONError) -> String {
    let start = index
    if skipPlain(), index < end, bytes[index] == UInt8(ascii: "\"") {
      index += 1
    } else {
      index = start
      _ = try read()
    }
    return ""
  }

  /// The string, unescaped.
  package mutating func read() throws(JSONError) -> String {
    let start = index
    let hasOnlyASCII = skipPlain()
    if index < end, bytes[index] == UInt8(ascii: "\"") {
      let plain = bytes[start..<index]
      index += 1
      return hasOnlyASCII ? String(decoding: plain, as: UTF8.self) : try text(plain, at: start)
    }
    var unescaped = Array(bytes[start..<index])
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return try text(unescaped[...], at: start)
      case UInt8(ascii: "\\"): try takeEscape(into: &unescaped)
      case 0..<0x20: throw fault(index, "a control character, \(bytes.characterName(at: index)), in a string")
      default:
        let plainStart = index
        _ = skipPlain()
        unescaped.append(contentsOf: bytes[plainStart..<index])
      }
    }
    throw fault(start, "a string that never ends")
  }

  /// Skips to the next quotation mark, backslash or control character.
  ///
  /// - Returns: whether all skipped octets were ASCII.
  private mutating func skipPlain() -> Bool {
    // The bits of all skipped octets, of words and of single octets.
    var wordBits: UInt64 = 0
    var octetBits: UInt8 = 0
    bytes.withUnsafeBytes { bytes in
      // Eight octets are examined at a time, because receipts are strings of kilobytes.
      while end - index >= 8 {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let marks =
          word.marksOfControls | word.marks(of: UInt8(ascii: "\"")) | word.marks(of: UInt8(ascii: "\\"))
        guard marks == 0 else { break }
        wordBits |= word
        index += 8
      }
      while index < end, !Self.stops(bytes[index]) {
        octetBits |= bytes[index]
        index += 1
      }
    }
    return octetBits < 0x80 && wordBits.marksBeyondASCII == 0
  }

  private static func stops(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func takeEscape(into unescaped: inout [UInt8]) throws(JSONError) {
    let start = index
    index += 1
    guard index < end else { throw fault(start, "a string that ends in an escape") }
    let letter = bytes[index]
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(letter)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"):
      var value = try fourDigits(start)
      // The first half of a surrogate pair (RFC 8259, 7); each half has ten bits of the character.
      if value & 0xFC00 == 0xD800, index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u")
      {
        index += 2
        let low = try fourDigits(start)
        guard low & 0xFC00 == 0xDC00 else { throw fault(start, "half of a surrogate pair") }
        value = 0x10000 + ((value & 0x3FF) << 10) + (low & 0x3FF)
      }
      guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
        throw fault(start, "half of a surrogate pair")
      }
      unescaped.append(contentsOf: encoded)
    default: throw fault(start, "an unknown escape")
    }
  }

  private mutating func fourDigits(_ start: Int) throws(JSONError) -> UInt32 {
    guard end - index >= 4 else { throw fault(start, "a cut \\u escape") }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = bytes[index].hexValue else { throw fault(start, "a damaged \\u escape") }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  /// `String(decoding:)` replaces bytes that are not UTF-8 by U+FFFD; a comparison finds that without a validator.
  private func text(_ utf8: ArraySlice<UInt8>, at start: Int) throws(JSONError) -> String {
    let text = String(decoding: utf8, as: UTF8.self)
    guard text.utf8.elementsEqual(utf8) else { throw fault(start, "bytes that are not UTF-8 in the string") }
    return text
  }

  private func fault(_ offset: Int, _ what: Message) -> JSONError {
    JSONError(message: "JSON with \(what) at offset \(grouped: offset)", offset: offset)
  }
}
