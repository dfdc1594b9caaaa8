import COpenSSL

extension DigestAlgorithm {
  /// HMAC with SHA-256 (RFC 2104, FIPS 198-1): 32 octets that, without the key, can neither be computed nor be
  /// distinguished from random ones.
  ///
  /// - Parameter key: not empty; the caller decides the required length.
  /// - Throws: `.defect` for an empty key, or if libcrypto fails. No return value represents a missing code.
  package static func hmacSHA256(_ message: [UInt8], key: [UInt8]) throws(ReceiptError) -> [UInt8] {
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
