import COpenSSL

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1): 32 octets that cannot be computed, or told from chance, without the key.
///
/// The key is set up once: fetching the algorithm takes several times as long as a short message. Only one thread may
/// use an instance at a time.
package final class MessageAuthentication {
  /// The number of octets in a code.
  package static let length = 32

  private let context: OpaquePointer

  /// Takes a key; the caller is responsible for its length.
  ///
  /// - Throws: `.defect` for an empty key, or if libcrypto fails. No return value could stand for a missing code.
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
  /// - Throws: `.defect` if libcrypto fails.
  package func code(_ message: [UInt8]) throws(ReceiptError) -> [UInt8] {
    var code: [UInt8] = []
    try self.code(message, into: &code)
    return code
  }

  /// The same, written over the contents of an array.
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
