/// Identifiers of Apple's: of transactions, products and apps.
package enum StoreIdentifier {
  /// Why a text cannot be an identifier of Apple's, as a clause about "it"; `nil` if it can.
  ///
  /// The clause has no final full stop.
  ///
  /// SQLite would end it at a NUL character, and no control character is valid in one.
  package static func problem(_ text: String) -> String? {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return nil }
    return text.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{FFFD}" }
      ? "it has a control character" : nil
  }
}
