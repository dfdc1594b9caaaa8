import COpenSSL

/// The digest algorithms that a receipt may be signed with.
///
/// SHA-1 has to verify for ever: every receipt before 2023 uses it. What is older or unknown is refused by name.
public enum DigestAlgorithm: String, CaseIterable, Sendable {
  /// 1.3.14.3.2.26, until the G7 and G8 intermediates.
  case sha1
  /// 2.16.840.1.101.3.4.2.1, since WWDR G5 (Apple TN3138).
  case sha256
  /// 2.16.840.1.101.3.4.2.2, never seen in a receipt.
  case sha384
  /// 2.16.840.1.101.3.4.2.3, never seen in a receipt.
  case sha512

  /// The algorithm for an object identifier in dotted form: of the digest itself, or of RSA signatures made with it.
  init?(objectIdentifier: String) {
    switch objectIdentifier {
    case "1.3.14.3.2.26", "1.2.840.113549.1.1.5": self = .sha1
    case "2.16.840.1.101.3.4.2.1", "1.2.840.113549.1.1.11": self = .sha256
    case "2.16.840.1.101.3.4.2.2", "1.2.840.113549.1.1.12": self = .sha384
    case "2.16.840.1.101.3.4.2.3", "1.2.840.113549.1.1.13": self = .sha512
    default: return nil
    }
  }

  var message: OpaquePointer? {
    switch self {
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    case .sha512: EVP_sha512()
    }
  }

  /// The digest of some bytes, or an empty array if libcrypto fails.
  func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    guard OpenSSL.isReady, EVP_Digest(bytes, bytes.count, &digest, &length, message, nil) == 1 else { return [] }
    return Array(digest.prefix(Int(length)))
  }
}
