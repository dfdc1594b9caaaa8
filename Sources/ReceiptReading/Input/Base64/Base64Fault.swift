extension ReceiptError {
  /// The error for a character that no base64 text has, with its place and a remedy.
  static func unexpectedInBase64(_ bytes: [UInt8], at offset: Int) -> ReceiptError {
    let character = bytes.characterName(at: offset)
    let isElision = ["…", "...", "[…", "[...", "(…", "(..."].contains { bytes[offset...].starts(with: $0.utf8) }
    var error = ReceiptError(
      .invalidEncoding, "base64 text with \(character) at offset \(grouped: offset), which is not a base64 character",
      offset: offset,
      hint: isElision
        ? "a program or a person abbreviated the text with dots; paste all of it"
        : "paste only the base64 text, from its first character (usually MI) to its last")
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
