import COpenSSL

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1): 32 octets that nobody can compute, or tell from chance, without the key.
///
/// The key is worked in once, and each message costs no more than its own blocks and two.
package struct MessageAuthentication: Sendable {
  /// How many octets a code has.
  package static let length = Int(SHA256_DIGEST_LENGTH)

  private let state: copenssl_hmac

  /// Takes a key of any length; how long it has to be is the caller's business.
  ///
  /// - Throws: `.defect` if libcrypto cannot do it. There is no answer that could stand for a code.
  package init(key: [UInt8]) throws(ReceiptError) {
    var state = copenssl_hmac()
    guard OpenSSL.isReady, copenssl_hmac_init(&state, key, key.count) == 1 else { throw Self.defect }
    self.state = state
  }

  /// The code of a message, always 32 octets.
  ///
  /// - Throws: `.defect` if libcrypto cannot do it.
  package func code(_ message: [UInt8]) throws(ReceiptError) -> [UInt8] {
    var code: [UInt8] = []
    try self.code(message, into: &code)
    return code
  }

  /// The same, in the place of what was in an array.
  package func code(_ message: [UInt8], into code: inout [UInt8]) throws(ReceiptError) {
    if code.count != Self.length { code = [UInt8](repeating: 0, count: Self.length) }
    let status = withUnsafePointer(to: state) { copenssl_hmac_code($0, message, message.count, &code) }
    guard status == 1 else { throw Self.defect }
  }

  private static let defect = ReceiptError(.defect, "libcrypto cannot compute HMAC-SHA-256")
}
