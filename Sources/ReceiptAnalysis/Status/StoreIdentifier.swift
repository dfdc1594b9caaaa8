extension String {
  /// Why a text cannot be one of Apple's identifiers of transactions, products and apps, as a clause about "it" without
  /// a final full stop; `nil` for a possible identifier.
  ///
  /// No identifier contains a control character, and SQLite would end the text at a NUL character. U+FFFD stands for
  /// octets that were not UTF-8, so that different originals could become the same identifier.
  package var storeIdentifierProblem: Message? {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return nil }
    return unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{FFFD}" }
      ? "it has a control character" : nil
  }
}
