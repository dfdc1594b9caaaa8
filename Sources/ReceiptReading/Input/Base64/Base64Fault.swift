/// The reason why base64 text cannot be read, with the place and a remedy.
enum Base64Fault {
  static func unexpected(_ bytes: [UInt8], at offset: Int) -> ReceiptError {
    let character = CharacterName.of(bytes, at: offset)
    let isElision = character == "'.'" || character == "'\u{2026}'"
    return ReceiptError(
      .invalidEncoding, "base64 text with \(character) at offset \(offset.grouped), which is not a base64 character",
      offset: offset,
      hint: isElision
        ? "a program or a person abbreviated the text with dots; paste all of it"
        : "paste only the base64 text, from its first character (usually MI) to its last")
  }

  static func dataAfterPadding(at offset: Int) -> ReceiptError {
    ReceiptError(
      .invalidEncoding, "base64 text that goes on at offset \(offset.grouped), after the '=' that ends it",
      offset: offset,
      hint: "are these several receipts? give them one at a time")
  }
}
