extension InputText {
  /// Fewer digits than this may be an identifier, a digest or a secret; ``readIdentifier()`` has handled those.
  private static let fewestDigits = 16

  /// Hexadecimal digits: in one run, with spaces, colons or line breaks between them, after `0x`, or in the angle
  /// brackets of an NSData description.
  func readHex() throws(ReceiptError) -> InputFinding? {
    guard let start = byte(0) else { return nil }
    let isDescription = start == UInt8(ascii: "<")
    guard isDescription || start.hexValue != nil || start == UInt8(ascii: "\\") else { return nil }

    var end = core.upperBound
    var index = core.lowerBound + (isDescription ? 1 : 0)
    // `<Buffer 30 82 ...>` of Node.js.
    let isBuffer = starts(with: "<Buffer ")
    if isBuffer { index += "Buffer ".utf8.count }
    // `receipt = <3082 ...>;`, as in the description of a dictionary.
    if isDescription, end - index > 1, bytes[end - 2] == UInt8(ascii: ">"), bytes[end - 1] == UInt8(ascii: ";") {
      end -= 1
    }
    if isDescription, bytes[end - 1] == UInt8(ascii: ">") { end -= 1 }
    // A person left out the rest: `7b0a0922 7369676e ....`
    let isLeftOut = !isDescription && bytes[core].suffix(3).elementsEqual("...".utf8)
    while isLeftOut, end > index, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    // `<3082 ...>` and `0x3082` cannot mean anything else, so a wrong digit in them is an error.
    let isCertain =
      isDescription ? index < end && bytes[index].hexValue != nil : Self.isHexPrefix(bytes, at: index, to: end)

    var decoded: [UInt8] = []
    decoded.reserveCapacity((end - index) / 2)
    // The first digit of a byte whose second one has not come.
    var high: UInt8?
    while index < end {
      if let digit = bytes[index].hexValue {
        if Self.isHexPrefix(bytes, at: index, to: end) {
          index += 2
          continue
        }
        if let first = high {
          decoded.append(first << 4 | digit)
          high = nil
        } else {
          high = digit
        }
        index += 1
      } else if Self.isSeparator(bytes, at: index) {
        index += 1
      } else if let blank = Blank(at: index, in: bytes) {
        index += blank.length
      } else {
        guard isCertain || isBuffer, decoded.count >= Self.fewestDigits / 2 else { return nil }
        if isBuffer { throw .elidedBuffer(at: index) }
        throw Self.unexpectedInHex(bytes, at: index)
      }
    }
    guard decoded.count >= Self.fewestDigits / 2, !isLeftOut || [0x30, 0x7B].contains(decoded[0]) else { return nil }
    let repairs = high == nil ? [] : [InputRepair(.halfByte, count: 1)]
    return .inner(decoded, .hex, repairs: repairs)
  }

  private static func isHexPrefix(_ bytes: [UInt8], at index: Int, to end: Int) -> Bool {
    index + 2 < end && bytes[index] == UInt8(ascii: "0") && bytes[index + 1].asciiLowercase == UInt8(ascii: "x")
      && bytes[index + 2].hexValue != nil
  }

  /// A separator between bytes, as in `30:82`, `30 82`, `30, 82`, `30-82`, `\x30\x82`.
  private static func isSeparator(_ bytes: [UInt8], at index: Int) -> Bool {
    let isEscape = bytes[index] == UInt8(ascii: "x") && index > 0 && bytes[index - 1] == UInt8(ascii: "\\")
    return isEscape || bytes[index].isASCIISpace || ":,-\\".utf8.contains(bytes[index])
  }

  private static func unexpectedInHex(_ bytes: [UInt8], at offset: Int) -> ReceiptError {
    if bytes[offset] == UInt8(ascii: ".") { return .elidedData(count: nil, at: offset) }
    return ReceiptError(
      .invalidEncoding,
      "hexadecimal text with \(bytes.characterName(at: offset)) at offset \(grouped: offset), which is not a digit",
      offset: offset, hint: "paste only the digits, or the receipt in base64")
  }
}
