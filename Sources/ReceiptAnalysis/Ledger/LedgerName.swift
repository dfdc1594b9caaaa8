/// Valid names of orders and accounts. Names are compared byte by byte: two names that only look equal are different.
package enum LedgerName {
  /// The maximum length in bytes of UTF-8.
  package static let maximumBytes = 1_024
  /// What bytes of a command line that are not UTF-8 become (`FileName`).
  private static let bytes: ClosedRange<Unicode.Scalar> = "\u{10FE80}"..."\u{10FEFF}"

  /// Why a text cannot be a name, as a clause about "it" without a final full stop; `nil` if it can.
  package static func problem(_ text: String) -> Message? {
    if text.isEmpty { return "it is empty" }
    // SQLite would end the text at a NUL.
    if text.utf8.contains(0) { return "it has a NUL character" }
    // Different originals would become the same name.
    if text.unicodeScalars.contains(where: { $0 == "\u{FFFD}" || bytes.contains($0) }) {
      return "it is not UTF-8, or was none before it came here"
    }
    let count = text.utf8.count
    return count > maximumBytes ? "it has \(count) bytes, and a name has at most \(maximumBytes)" : nil
  }

  /// Why a text cannot be a new name: for the reasons of ``problem(_:)``, or because no URL path can contain it.
  /// Programs read such a segment, even percent-encoded, as this folder or the folder above (RFC 3986, 5.2.4; WHATWG
  /// URL, 4.1). Ledgers of earlier versions may have such names and keep them.
  package static func problem(new text: String) -> Message? {
    problem(text) ?? (text == "." || text == ".." ? "it is a dot or two, which no URL can name" : nil)
  }

  /// Why a text cannot be a bundle identifier of a ledger's app, in the form of ``problem(_:)``.
  package static func problem(app text: String) -> Message? {
    if let problem = problem(text) ?? text.storeIdentifierProblem { return problem }
    if text.unicodeScalars.contains(where: \.properties.isWhitespace) { return "it has white space" }
    return text.utf8.contains(UInt8(ascii: "*")) ? "it has an asterisk, and apps are named one by one" : nil
  }
}
