/// The credential that a private server requires: `Authorization: Bearer TOKEN` (RFC 6750).
///
/// Printing it, even by `dump` or in a debugger, shows eight asterisks. It has 16 to 4,096 characters of printable
/// ASCII without spaces. A shorter token could be guessed. If an answer repeated it, removing it could damage the rest
/// of the answer.
package struct BearerToken: Hashable, Sendable, Masked {
  /// The token itself; use it only for the head of a request.
  package let revealed: String

  /// Takes a token from the content of a file, without one line break at its end.
  ///
  /// - Throws: why it cannot be a token, without quoting any of it.
  package init(_ bytes: [UInt8]) throws(InvalidSecret) {
    let bytes = bytes.withoutLineBreak
    guard !bytes.isEmpty else { throw InvalidSecret("it is empty") }
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw InvalidSecret("it is more than one word of printable ASCII")
    }
    guard bytes.count >= 16 else { throw InvalidSecret("it is shorter than 16 characters") }
    guard bytes.count <= 4_096 else { throw InvalidSecret("it is longer than 4,096 characters") }
    revealed = String(decoding: bytes, as: UTF8.self)
  }

  /// The token for comparison, in a type that never prints it.
  package var secret: Secret { Secret(Array(revealed.utf8)) }
}
