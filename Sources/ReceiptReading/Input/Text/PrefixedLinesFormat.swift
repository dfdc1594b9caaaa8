/// A receipt or signed data on several lines of a log, each line behind words of its own: a date, a host, a level.
enum PrefixedLinesFormat: InputFormat {
  /// The length of a piece that is no word.
  private static let shortestPiece = 32
  /// The length of the words before a piece.
  private static let longestPrefix = 200

  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    let text = input.bytes[input.core]
    guard let first = text.firstIndex(of: 0x0A), piece(of: text[..<first]).map(begins) ?? false else { return nil }
    var joined: [UInt8] = []
    var length: Int?
    var left = 0
    for line in text.split(separator: 0x0A) where !line.allSatisfy(\.isASCIISpace) {
      // A shorter piece is the last one.
      guard let piece = piece(of: line), length.map({ joined.count % $0 == 0 && piece.count <= $0 }) ?? true else {
        return nil
      }
      length = length ?? piece.count
      left += line.count - piece.count
      joined += piece
    }
    guard length.map({ joined.count > $0 }) ?? false else { return nil }
    return .inner(joined, repairs: [InputRepair(.surroundingCharacters, count: left)])
  }

  /// The last word of a line, if there are short words before it.
  private static func piece(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var line = line
    while line.last?.isASCIISpace == true { line.removeLast() }
    guard let space = line.lastIndex(where: \.isASCIISpace) else { return nil }
    let prefix = line[..<space]
    let piece = line[(space + 1)...]
    // Marks of a reply and blanks alone are known to the reader of base64.
    guard prefix.count <= longestPrefix, prefix.contains(where: { $0.isASCIILetter || $0.isASCIIDigit }),
      prefix.split(whereSeparator: { !isSymbol($0) }).allSatisfy({ $0.count < shortestPiece }),
      piece.allSatisfy(isSymbol)
    else { return nil }
    return piece
  }

  private static func begins(_ piece: ArraySlice<UInt8>) -> Bool {
    piece.count >= shortestPiece && ReceiptMember.looksLikeReceipt(piece)
  }

  /// Of base64, of its URL-safe alphabet, and the dots of a JWS.
  private static func isSymbol(_ byte: UInt8) -> Bool {
    Base64.values[Int(byte)] != Base64.invalid || "-_=.".utf8.contains(byte)
  }
}
