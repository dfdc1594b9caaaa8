import ReceiptKit

/// The key for pseudonyms. The same key gives the same pseudonyms everywhere; without it they cannot be made or undone.
package struct RedactionKey: Sendable, CustomStringConvertible {
  /// The minimum number of octets of a key: the length of SHA-256.
  package static let minimumLength = 32

  let octets: [UInt8]

  /// A key from secret octets.
  package init(octets: [UInt8]) throws(ReceiptError) {
    guard octets.count >= RedactionKey.minimumLength else {
      throw ReceiptError(
        .unreadable, "a key of \(octets.count) bytes; at least \(RedactionKey.minimumLength) are needed",
        hint: "make one with: receipt-tool redact --new-key FILE")
    }
    self.octets = octets
  }

  /// Reads a key from the content of a file. White space at both ends is ignored, so that a line feed added by an
  /// editor has no effect.
  package init(file: [UInt8]) throws(ReceiptError) {
    let start = file.firstIndex { !$0.isASCIISpace } ?? file.endIndex
    let end = file.lastIndex { !$0.isASCIISpace }.map { $0 + 1 } ?? start
    try self.init(octets: Array(file[start..<end]))
  }

  /// A new random key, from the system's generator.
  package static func random() -> RedactionKey {
    var generator = SystemRandomNumberGenerator()
    return RedactionKey(unchecked: (0..<minimumLength).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  private init(unchecked octets: [UInt8]) { self.octets = octets }

  /// The key as the text of a key file: hexadecimal digits and a line feed. This text is a secret.
  package var fileText: String { hexadecimal(octets) + "\n" }

  /// A text that never contains the key.
  package var description: String { "RedactionKey(\(octets.count) bytes)" }
}
