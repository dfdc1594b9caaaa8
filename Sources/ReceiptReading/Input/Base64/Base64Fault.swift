extension ReceiptError {
  /// The error for a character that no base64 text has, with its place and a remedy.
  static func unexpectedInBase64(_ bytes: [UInt8], at offset: Int) -> ReceiptError {
    let character = bytes.characterName(at: offset)
    let marks = ["…", "...", "[…", "[...", "(…", "(...", "<…>", "<...>"]
    let isElision = marks.contains { bytes[offset...].starts(with: $0.utf8) }
    // Apple's unified logging, which ends messages after 1,024 bytes.
    let isOfLog = bytes[offset...].starts(with: "<…>".utf8)
    let hint: Message =
      if isOfLog {
        "Apple's log ends each message after 1,024 bytes: print the text in shorter pieces, or write it to a file"
      } else if isElision {
        "a program or a person abbreviated the text with dots; paste all of it"
      } else {
        "paste only the base64 text, from its first character (usually MI) to its last"
      }
    var error = ReceiptError(
      .invalidEncoding, "base64 text with \(character) at offset \(grouped: offset), which is not a base64 character",
      offset: offset, hint: hint)
    // A shorter beginning may be a sentence.
    let before = bytes[..<offset].suffix(beforeElision)
    let isData = before.allSatisfy { $0.isBase64Symbol || $0 == 0x0A || $0 == 0x0D }
    if isElision, isData, before.count == beforeElision { error.cause = .truncated }
    return error
  }

  /// The number of base64 characters before dots that mark data with a part left out.
  private static let beforeElision = 48

  /// The error for base64 text that continues after its padding.
  static func base64AfterPadding(at offset: Int) -> ReceiptError {
    ReceiptError(
      .invalidEncoding, "base64 text that goes on at offset \(grouped: offset), after the '=' that ends it",
      offset: offset,
      hint: "are these several receipts? give them one at a time")
  }
}
