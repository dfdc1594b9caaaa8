import COpenSSL

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1): 32 octets that nobody can compute, or tell from chance, without the key.
///
/// The key is worked in once: looking the method up takes several times as long as a short message. One thread uses it at a time.
package final class MessageAuthentication {
  /// How many octets a code has.
  package static let length = 32

  private let context: OpaquePointer

  /// Takes a key; how long it has to be is the caller's business.
  ///
  /// - Throws: `.defect` for an empty key, or if libcrypto cannot do it. There is no answer that could stand for a code.
  package init(key: [UInt8]) throws(ReceiptError) {
    guard OpenSSL.isReady, !key.isEmpty, let context = copenssl_hmac_new(key, key.count) else {
      ERR_clear_error()
      throw Self.defect
    }
    self.context = context
  }

  deinit {
    EVP_MAC_CTX_free(context)
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
    var length = 0
    guard EVP_MAC_init(context, nil, 0, nil) == 1, EVP_MAC_update(context, message, message.count) == 1,
      EVP_MAC_final(context, &code, &length, code.count) == 1, length == code.count
    else {
      ERR_clear_error()
      throw Self.defect
    }
  }

  private static let defect = ReceiptError(.defect, "libcrypto cannot compute HMAC-SHA-256")
}
