/// The reason why base64 text cannot be read, with the place and a remedy.
enum Base64Fault {
  static func unexpected(_ bytes: [UInt8], at offset: Int) -> ReceiptError {
    let character = CharacterName.of(bytes, at: offset)
    let isElision = ["…", "...", "[…", "[...", "(…", "(..."].contains { bytes[offset...].starts(with: $0.utf8) }
    var error = ReceiptError(
      .invalidEncoding, "base64 text with \(character) at offset \(offset.grouped), which is not a base64 character",
      offset: offset,
      hint: isElision
        ? "a program or a person abbreviated the text with dots; paste all of it"
        : "paste only the base64 text, from its first character (usually MI) to its last")
    // A shorter beginning may be a sentence.
    let before = bytes[..<offset].suffix(beforeElision)
    let isData = before.allSatisfy { EmbeddedReceipt.isSymbol($0) || $0 == 0x0A || $0 == 0x0D }
    if isElision, isData, before.count == beforeElision { error.cause = .truncated }
    return error
  }

  /// The number of base64 characters before dots that mark data with a part left out.
  private static let beforeElision = 48

  static func dataAfterPadding(at offset: Int) -> ReceiptError {
    ReceiptError(
      .invalidEncoding, "base64 text that goes on at offset \(offset.grouped), after the '=' that ends it",
      offset: offset,
      hint: "are these several receipts? give them one at a time")
  }
}
