/// Apple's identifiers of transactions, products and apps.
package enum StoreIdentifier {
  /// Why a text cannot be an identifier of Apple's, as a clause about "it" without a final full stop; `nil` for a
  /// possible identifier.
  ///
  /// No identifier contains a control character, and SQLite would end the text at a NUL character.
  package static func problem(_ text: String) -> String? {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return nil }
    return text.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{FFFD}" }
      ? "it has a control character" : nil
  }
}
