extension InputText {
  /// A receipt in base64 on several lines of a log, each with its own prefix: a date, a host, a level.
  ///
  /// Only unmistakable lines are joined: at least three, with text of equal length except on the last, and with
  /// prefixes that differ only in digits. The length of a receipt determines its end. A JWS has no length, and a word
  /// of the next line would become a part of its signature, so this format does not read one.
  func readPrefixedLines() throws(ReceiptError) -> InputFinding? {
    let text = bytes[core]
    guard let byte = text.first, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "\""),
      let end = text.firstIndex(of: 0x0A),
      let first = PrefixedLine(text[..<end]), first.piece.count >= PrefixedLine.shortestPiece,
      first.piece.beginsLikeReceipt,
      !first.piece.starts(with: "eyJ".utf8)
    else { return nil }
    var joined: [UInt8] = []
    var count = 0
    var left = 0
    for line in text.split(separator: 0x0A) where !line.allSatisfy(\.isASCIISpace) {
      // A shorter piece is the last one.
      guard let next = PrefixedLine(line), next.shape.elementsEqual(first.shape),
        joined.count == count * first.piece.count,
        next.piece.count <= first.piece.count, count == 0 || !ReceiptMember.isReceipt(next.piece)
      else { return nil }
      count += 1
      left += line.count - next.piece.count
      joined += next.piece
    }
    guard count > 2 else { return nil }
    return .inner(joined, repairs: [InputRepair(.surroundingCharacters, count: left)])
  }
}

/// A line with short words before its last word.
private struct PrefixedLine {
  /// The minimum length of a piece that is not a word.
  static let shortestPiece = 32
  /// The maximum length of the words before a piece.
  private static let longestPrefix = 200

  let piece: ArraySlice<UInt8>
  private let prefix: ArraySlice<UInt8>

  init?(_ line: ArraySlice<UInt8>) {
    var line = line
    while line.last?.isASCIISpace == true { line.removeLast() }
    guard let space = line.lastIndex(where: \.isASCIISpace) else { return nil }
    (prefix, piece) = (line[..<space], line[(space + 1)...])
    // The base64 reader already handles prefixes of only reply marks and blanks.
    guard prefix.count <= Self.longestPrefix, prefix.contains(where: { $0.isASCIILetter || $0.isASCIIDigit }),
      prefix.split(whereSeparator: { !Self.isSymbol($0) }).allSatisfy({ $0.count < Self.shortestPiece }),
      piece.allSatisfy(Self.isSymbol)
    else { return nil }
  }

  /// The text before the piece, with every digit replaced by 0.
  var shape: some Sequence<UInt8> { prefix.lazy.map { $0.isASCIIDigit ? UInt8(ascii: "0") : $0 } }

  /// Whether the byte is a character of base64 or padding.
  private static func isSymbol(_ byte: UInt8) -> Bool {
    Base64.values[Int(byte)] != Base64.invalid || byte == UInt8(ascii: "=")
  }
}
