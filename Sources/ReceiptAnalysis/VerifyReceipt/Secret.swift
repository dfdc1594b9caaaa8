/// A hidden value, such as a shared secret or a token. Printing it, also by `dump` or in a debugger, shows no part of
/// it.
public struct Secret: Sendable, Masked {
  private let bytes: [UInt8]

  /// Takes the secret's bytes unchanged.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether a guess is the secret, in a time that depends only on the lengths of the two.
  package func matches(_ guess: [UInt8]) -> Bool {
    var difference: UInt8 = bytes.count == guess.count ? 0 : 1
    for index in 0..<max(bytes.count, guess.count) {
      difference |= (index < bytes.count ? bytes[index] : 0) ^ (index < guess.count ? guess[index] : 0)
    }
    return difference == 0
  }

  /// Whether the secret is the password of basic authentication (RFC 7617): base64 of `user:password`, for any user.
  package func matchesPassword(ofBasicCredentials credentials: [UInt8]) -> Bool {
    guard
      let pair = Base64.decodeCanonical(credentials),
      let colon = pair.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return matches(Array(pair[(colon + 1)...]))
  }
}

/// Why a text cannot be a secret, such as a ``BearerToken``.
package struct InvalidSecret: Error, Equatable, Sendable {
  /// The fault, as a clause about "it" without a final full stop.
  package let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}
