import ReceiptKit

/// The app-specific shared secret of App Store Connect, which Apple requires for auto-renewable subscriptions.
///
/// Printing it, even by `dump` or in a debugger, shows eight asterisks. Apple's secrets have 32 hexadecimal digits.
/// Other servers may use other secrets, so 8 to 256 letters, digits, `-`, `_` and `.` are accepted; these never need
/// quoting or escaping.
package struct SharedSecret: Equatable, Sendable, Masked {
  /// The secret itself; use it only for the body of a request.
  package let revealed: String

  /// Takes a secret from a file, a variable or a prompt, without one line break at its end.
  ///
  /// - Throws: the reason why it cannot be a secret, without quoting it.
  package init(_ bytes: [UInt8]) throws(InvalidSecret) {
    let bytes = bytes.withoutLineBreak
    guard !bytes.isEmpty else { throw InvalidSecret("it is empty") }
    guard bytes.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter || "-_.".utf8.contains($0) }) else {
      throw InvalidSecret("it has characters other than letters, digits, - _ and .")
    }
    guard bytes.count >= 8 else { throw InvalidSecret("it is shorter than 8 characters") }
    guard bytes.count <= 256 else { throw InvalidSecret("it is longer than 256 characters") }
    revealed = String(decoding: bytes, as: UTF8.self)
  }

  /// The secret for comparison, in a type that never prints it.
  package var secret: Secret { Secret(Array(revealed.utf8)) }
}
