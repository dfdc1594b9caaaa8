/// Valid names of orders and accounts. Names are compared by their bytes: two that only look equal are different.
package enum LedgerName {
  /// The longest name, in bytes of UTF-8.
  package static let maximumBytes = 1_024

  /// Why a text cannot be a name, as a clause about "it" and without a final full stop; `nil` if it can.
  package static func problem(_ text: String) -> String? {
    if text.isEmpty { return "it is empty" }
    // SQLite would end the text there.
    if text.utf8.contains(0) { return "it has a NUL character" }
    // Different originals would become the same name.
    if text.unicodeScalars.contains("\u{FFFD}") { return "it is not UTF-8, or was none before it came here" }
    let count = text.utf8.count
    return count > maximumBytes ? "it has \(count) bytes, and a name has at most \(maximumBytes)" : nil
  }

  /// Why a text cannot be a name that comes in: as ``problem(_:)``, and because no path of a URL can have it. Programs
  /// take such a segment, also if it is percent-encoded, for this folder or the one above (RFC 3986, 5.2.4; WHATWG URL,
  /// 4.1). Ledgers of earlier versions may have such names, which stay.
  package static func problem(new text: String) -> String? {
    problem(text) ?? (text == "." || text == ".." ? "it is a dot or two, which no URL can name" : nil)
  }

  /// Why a text cannot be a bundle identifier of a ledger's app, in the form of ``problem(_:)``.
  package static func problem(app text: String) -> String? {
    if let problem = problem(text) ?? StoreIdentifier.problem(text) { return problem }
    if text.unicodeScalars.contains(where: \.properties.isWhitespace) { return "it has white space" }
    return text.utf8.contains(UInt8(ascii: "*")) ? "it has an asterisk, and apps are named one by one" : nil
  }
}
