extension InputText {
  /// The remains of a receipt after `print(data)`: `{length = 5615, bytes = 0x30821... a1b2 }` from NSData, or `5615
  /// bytes` from Swift's Data.
  func readElidedData() throws(ReceiptError) -> InputFinding? {
    // It may stand behind the words of a line in a log.
    let isLine = core.count <= 512 && byte(0) != UInt8(ascii: "{")
    let inLog = isLine ? bytes[core].firstRange(of: "{length = ".utf8)?.lowerBound : nil
    let text = bytes[(inLog ?? core.lowerBound)..<core.upperBound]
    // `Optional(5615 bytes)` has the longest prefix; these characters are enough to decide.
    let start = text.prefix(128)
    if start.first == UInt8(ascii: "{") {
      let words = start.dropFirst().drop(while: \.isASCIISpace)
      guard words.starts(with: "length") else { return nil }
      let behind = words.dropFirst("length".utf8.count).drop { $0.isASCIISpace || $0 == UInt8(ascii: "=") }
      guard let count = Self.number(behind) else { return nil }
      let isElided = text.contains(UInt8(ascii: ".")) || Self.containsEllipsis(text)
      if isElided { throw .elidedData(count: count, at: core.lowerBound) }
      return wholeDescription(text)
    }
    let behind = start.starts(with: "Optional(") ? start.dropFirst("Optional(".utf8.count) : start
    guard let count = Self.number(behind) else { return nil }
    let rest = behind.drop(while: \.isASCIIDigit)
    let isNothingElse = rest.dropFirst(" bytes".utf8.count).allSatisfy { $0 == UInt8(ascii: ")") }
    guard rest.starts(with: " bytes"), isNothingElse, text.count < 40 else { return nil }
    throw .elidedData(count: count, at: core.lowerBound)
  }

  /// NSData prints up to 24 bytes in full. Other programs use the same form and print all bytes.
  private func wholeDescription(_ text: ArraySlice<UInt8>) -> InputFinding? {
    guard let mark = text.firstIndex(of: UInt8(ascii: "x")) else { return nil }
    let digits = text[(mark + 1)...].prefix { $0.hexValue != nil || $0.isASCIISpace }
    var finding = InputFinding.inner(Array(digits))
    finding.remainingInput = remainingInput(around: digits.indices)
    return finding
  }

  /// Whether a text has the first two bytes of `…`.
  private static func containsEllipsis(_ text: ArraySlice<UInt8>) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == 0xE2 && $1 == 0x80 }
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: text.prefix(16).prefix(while: \.isASCIIDigit), as: UTF8.self))
  }
}

extension ReceiptError {
  /// The error for `<Buffer 30 82 … 5183 more bytes>`.
  static func elidedBuffer(at offset: Int) -> ReceiptError {
    ReceiptError(
      .truncated, "a Buffer as Node.js prints it, which leaves out most of the bytes", offset: offset,
      hint: "print value.toString('base64') instead, and paste what it prints"
    ).withCause(.printedData)
  }

  static func elidedData(count: Int?, at offset: Int) -> ReceiptError {
    let what: Message =
      if let count {
        "the description of \(grouped: count) bytes, not the bytes"
      } else {
        "the description of bytes, not the bytes"
      }
    return ReceiptError(
      .truncated, "\(what): Foundation leaves out most of them when it prints data", offset: offset,
      hint: "print data.base64EncodedString() instead, and paste what it prints"
    ).withCause(.printedData)
  }
}
