import COpenSSL

/// The digest algorithms that a receipt may be signed with.
///
/// SHA-1 must stay supported: every receipt before 2023 uses it. Older or unknown algorithms are rejected by name.
public enum DigestAlgorithm: String, CaseIterable, Sendable {
  /// Used until the G7 and G8 intermediates.
  case sha1
  /// Used since WWDR G5 (Apple TN3138).
  case sha256
  /// Never seen in a receipt.
  case sha384
  /// Never seen in a receipt.
  case sha512

  /// The algorithm for the object identifier of a digest, dotted.
  init?(objectIdentifier: String) {
    guard let algorithm = Self.allCases.first(where: { $0.objectIdentifier == objectIdentifier }) else { return nil }
    self = algorithm
  }

  /// The object identifier of the digest alone (RFC 5754, 2; RFC 3370, 2.1).
  var objectIdentifier: String { row.digest }

  /// The object identifier of RSA PKCS#1 v1.5 signatures with this digest (RFC 8017, A.2.4).
  var rsaObjectIdentifier: String { row.rsa }

  private var row: (digest: String, rsa: String, implementation: OpaquePointer?) {
    switch self {
    case .sha1: ("1.3.14.3.2.26", "1.2.840.113549.1.1.5", EVP_sha1())
    case .sha256: ("2.16.840.1.101.3.4.2.1", "1.2.840.113549.1.1.11", EVP_sha256())
    case .sha384: ("2.16.840.1.101.3.4.2.2", "1.2.840.113549.1.1.12", EVP_sha384())
    case .sha512: ("2.16.840.1.101.3.4.2.3", "1.2.840.113549.1.1.13", EVP_sha512())
    }
  }

  /// The digest of some bytes, or an empty array if libcrypto fails.
  package func digest(_ bytes: [UInt8]) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    guard OpenSSL.isReady, EVP_Digest(bytes, bytes.count, &octets, &length, row.implementation, nil) == 1 else {
      return []
    }
    return Array(octets.prefix(Int(length)))
  }
}

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
