import COpenSSL

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1).
package enum MessageAuthentication {
  /// The code of a message: 32 octets that cannot be computed, or told from chance, without the key.
  ///
  /// - Parameter key: not empty; how long it has to be is decided by the caller.
  /// - Throws: `.defect` for an empty key, or if libcrypto cannot do it. No value stands for a missing code.
  package static func code(_ message: [UInt8], key: [UInt8]) throws(ReceiptError) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    var length = 0
    guard OpenSSL.isReady, !key.isEmpty,
      EVP_Q_mac(
        nil, "HMAC", nil, "SHA256", nil, key, key.count, message, message.count, &code, code.count, &length) != nil,
      length == code.count
    else {
      ERR_clear_error()
      throw ReceiptError(.defect, "libcrypto cannot compute HMAC-SHA-256")
    }
    return code
  }
}
