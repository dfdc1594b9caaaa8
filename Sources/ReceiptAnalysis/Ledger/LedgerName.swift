/// What an order or an account may be called. Names are compared by their bytes: what only looks equal is another name.
public enum LedgerName {
  /// The longest name, in bytes of UTF-8.
  public static let maximumBytes = 1_024

  /// Why a text can be no name, as a clause about "it" and without a final full stop; `nil` if it can.
  public static func problem(_ text: String) -> String? {
    if text.isEmpty { return "it is empty" }
    // SQLite would end the text there.
    if text.utf8.contains(0) { return "it has a NUL character" }
    // Whatever it was before, several names would become one.
    if text.unicodeScalars.contains("\u{FFFD}") { return "it is no UTF-8, or was none before it came here" }
    let count = text.utf8.count
    return count > maximumBytes ? "it has \(count) bytes, and a name has at most \(maximumBytes)" : nil
  }

  /// Why a text can be no bundle identifier of a ledger's app, as ``problem(_:)`` says it.
  public static func problem(app text: String) -> String? {
    if let problem = problem(text) ?? problem(identifier: text) { return problem }
    if text.unicodeScalars.contains(where: \.properties.isWhitespace) { return "it has white space" }
    return text.utf8.contains(UInt8(ascii: "*")) ? "it has an asterisk, and apps are named one by one" : nil
  }

  /// Why a text can be no identifier of Apple's, as ``problem(_:)`` says it: SQLite would end it at a NUL character, and no control
  /// character has a place in one.
  static func problem(identifier text: String) -> String? {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return nil }
    return text.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{FFFD}" }
      ? "it has a control character" : nil
  }
}

extension String {
  /// Whether a text is the same to the byte. `==` takes texts for equal that look equal, and SQLite does not.
  public func isSame(as other: String?) -> Bool { other.map { utf8.elementsEqual($0.utf8) } ?? false }
}
