/// Why the content of a file with tokens or webhooks cannot be used.
package struct InvalidSecretFile: Error, Equatable, Sendable {
  /// A clause about "it" without a final full stop and without any secret.
  package let reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// The lines of a file except empty ones and comments, each with its number and its words.
  ///
  /// - Parameter allowsNone: whether a file without such lines is correct.
  static func lines(
    of bytes: [UInt8], allowsNone: Bool = false
  ) throws(InvalidSecretFile) -> [(number: Int, words: [Substring])] {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw InvalidSecretFile("it is not UTF-8") }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated()
      .map { (number: $0.offset + 1, words: $0.element.split { $0 == " " || $0 == "\t" }) }
      .filter { !$0.words.isEmpty && !$0.words[0].hasPrefix("#") }
    guard allowsNone || !lines.isEmpty else { throw InvalidSecretFile("it is empty") }
    return lines
  }
}
