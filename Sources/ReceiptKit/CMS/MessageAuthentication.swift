import COpenSSL

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1): 32 octets that nobody can compute, or tell from chance, without the key.
package struct MessageAuthentication: Sendable {
  private let key: [UInt8]

  /// Takes a key of any length; how long it has to be is the caller's business.
  package init(key: [UInt8]) {
    self.key = key
  }

  /// The code of a message, always 32 octets.
  ///
  /// - Throws: `.defect` if libcrypto cannot do it. There is no answer that could stand for a code.
  package func code(_ message: [UInt8]) throws(ReceiptError) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    var length = 0
    guard OpenSSL.isReady,
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
