extension InputText {
  /// A receipt or a JWS on several lines of a log or in several messages of a chat, each with its own prefix: a date, a
  /// host, a level, a name.
  ///
  /// All lines must be pieces with prefixes that differ only in numbers, and the first piece must not be everything.
  /// The first prefix may have a label behind it: `api[1]: jws = eyJ…`.
  func readPrefixedLines() throws(ReceiptError) -> InputFinding? {
    let text = bytes[core]
    guard let byte = text.first, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "\""),
      let end = text.firstIndex(of: 0x0A),
      let first = PrefixedLine(text[..<end]), first.piece.count >= PrefixedLine.shortestPiece,
      first.piece.beginsLikeReceipt, !Self.isWhole(Array(first.piece))
    else { return piecesBetweenLines }
    var joined: [UInt8] = []
    var count = 0
    // The number of characters in the prefixes.
    var left = 0
    // The length of the last piece.
    var length = first.piece.count
    // The shape of all prefixes but the first.
    var shape: [UInt8]?
    for line in text.split(separator: 0x0A) where !line.allSatisfy(\.isASCIISpace) {
      guard let next = PrefixedLine(line),
        count == 0 || (shape ?? next.shape) == next.shape && first.shape.starts(with: next.shape),
        count == 0 || !ReceiptMember.isReceipt(next.piece),
        // Only the last piece may be as short as a word.
        length >= PrefixedLine.shortestPiece
      else { return nil }
      if count > 0 { shape = next.shape }
      length = next.piece.count
      // A word below a whole JWS would become a part of its signature.
      if length < PrefixedLine.shortestPiece, joined.starts(with: "eyJ".utf8), Self.isWhole(joined) { return nil }
      count += 1
      left += line.count - next.piece.count
      joined += next.piece
    }
    guard count > 1 else { return nil }
    return .inner(joined, repairs: [InputRepair(.surroundingCharacters, count: left)])
  }

  /// A receipt or a JWS in lines of its own between those of a chat: names, times, a greeting.
  var piecesBetweenLines: InputFinding? {
    let all = bytes[core].split(separator: 0x0A)
    let lines = all.map { line in
      // The mark of a quotation in a mail, or the time and the name in a chat.
      (line.starts(with: "> ") ? line.dropFirst(2) : Self.withoutName(line)).filter { $0 != 0x0D }[...]
    }
    let areMessages = zip(all, lines).contains { $0.first == UInt8(ascii: "[") && $0.count > $1.count + 1 }
    let pieces = lines.filter { $0.count >= PrefixedLine.shortestPiece && $0.allSatisfy(PrefixedLine.isSymbol) }
    guard pieces.count > 1, pieces.count < lines.count, pieces[0].beginsLikeReceipt,
      !pieces.dropFirst().contains(where: { $0.beginsLikeReceipt || ReceiptMember.isReceipt($0) }),
      let first = lines.firstIndex(of: pieces[0]), let last = lines.lastIndex(of: pieces[pieces.count - 1]),
      areMessages || last - first >= pieces.count
    else { return nil }
    let words = lines.filter { $0.count < PrefixedLine.shortestPiece || !$0.allSatisfy(PrefixedLine.isSymbol) }
    let areShort = words.allSatisfy { line in
      line.split { !PrefixedLine.isSymbol($0) }.allSatisfy { $0.count < PrefixedLine.shortestPiece }
    }
    let joined = pieces.flatMap(Array.init)
    guard areShort, !words.contains(where: { $0.starts(with: "-----".utf8) }), Self.isWhole(joined) else { return nil }
    return .inner(
      joined,
      repairs: [InputRepair(.surroundingCharacters, count: words.reduce(0) { $0 + $1.count })])
  }

  /// A line of a chat without its beginning: `[30.11.26, 09:02:30] Name: `; any other line as it is.
  private static func withoutName(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard line.first == UInt8(ascii: "["), let end = line.prefix(40).firstRange(of: "] ".utf8),
      line[..<end.lowerBound].contains(where: \.isASCIIDigit),
      let name = line[end.upperBound...].prefix(PrintedValue.maximumName).firstRange(of: ": ".utf8)
    else { return line }
    return line[name.upperBound...]
  }

  /// Whether a text is a whole receipt or a whole JWS.
  private static func isWhole(_ text: [UInt8]) -> Bool {
    if text.starts(with: "eyJ") {
      return JWSScan(text, from: 0, to: text.count).signatureCount >= JWSScan.signatureLength
    }
    return (try? Base64.decodeRepairing(text, text.indices)).map { SpaceChoice.isWhole($0.bytes) } ?? false
  }
}

/// A line with short words before its last word.
private struct PrefixedLine {
  /// The minimum length of a piece, which is longer than words are.
  static let shortestPiece = 32
  /// The maximum length of the words before a piece.
  private static let longestPrefix = 200

  let piece: ArraySlice<UInt8>
  private let prefix: ArraySlice<UInt8>

  init?(_ line: ArraySlice<UInt8>) {
    let line = line.dropLast(while: \.isASCIISpace)
    guard let space = line.lastIndex(where: \.isASCIISpace) else { return nil }
    prefix = line[..<space]
    piece = line[(space + 1)...]
    // The base64 reader already handles prefixes of only reply marks and blanks.
    guard prefix.count <= Self.longestPrefix, prefix.contains(where: { $0.isASCIILetter || $0.isASCIIDigit }),
      prefix.split(whereSeparator: { !$0.isBase64Symbol }).allSatisfy({ $0.count < Self.shortestPiece }),
      piece.allSatisfy(Self.isSymbol)
    else { return nil }
  }

  /// The text before the piece, with one 0 for every number.
  var shape: [UInt8] {
    var shape: [UInt8] = []
    for byte in prefix {
      let mark = byte.isASCIIDigit ? UInt8(ascii: "0") : byte
      if !byte.isASCIIDigit || shape.last != mark { shape.append(mark) }
    }
    return shape
  }

  /// Whether the byte is a character of base64 or of a JWS, or padding.
  static func isSymbol(_ byte: UInt8) -> Bool {
    byte.isBase64Symbol || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ".")
  }
}
