import COpenSSL

/// A public key prepared for repeated verification of signatures over one digest: RSA (PKCS#1 v1.5, RFC 8017, 8.2.2),
/// or ECDSA with the curve P-256 (FIPS 186-5, 6).
///
/// The contexts are set up once; each verification then costs one digest and one operation with the key. It is not
/// `Sendable`, because only one thread at a time may use OpenSSL's contexts.
final class VerificationKey {
  private let keyContext: OpaquePointer
  private let digestContext: OpaquePointer
  private let digestAlgorithm: OpaquePointer

  /// The kinds of keys.
  enum Kind { case rsa, p256 }

  /// - Returns: `nil` if the certificate has no key of this kind, or if libcrypto fails.
  convenience init?(_ certificate: Certificate, _ kind: Kind, _ algorithm: DigestAlgorithm) {
    if kind == .rsa, let plain = certificate.plain {
      self.init(certificate.der[plain.modulus], plain.exponent, algorithm)
      return
    }
    defer { ERR_clear_error() }
    guard OpenSSL.isReady, let publicKey = X509_get0_pubkey(certificate.handle), Self.isKey(publicKey, of: kind),
      let fetched = EVP_MD_fetch(nil, algorithm.rawValue, nil)
    else { return nil }
    self.init(publicKey, kind, owning: fetched)
  }

  /// - Returns: `nil` if libcrypto fails.
  convenience init?(p256 key: OpaquePointer) {
    guard OpenSSL.isReady, let fetched = EVP_MD_fetch(nil, DigestAlgorithm.sha256.rawValue, nil) else { return nil }
    self.init(key, .p256, owning: fetched)
  }

  /// - Returns: `nil` if the numbers are not an RSA key, or if libcrypto fails.
  convenience init?(_ modulus: ArraySlice<UInt8>, _ exponent: UInt64, _ algorithm: DigestAlgorithm) {
    defer { ERR_clear_error() }
    let numbers = Array(modulus)
    guard OpenSSL.isReady, let count = Int32(exactly: numbers.count),
      let key = copenssl_RSA_public_key(numbers, count, exponent)
    else { return nil }
    // The context keeps its own reference.
    defer { EVP_PKEY_free(key) }
    guard let fetched = EVP_MD_fetch(nil, algorithm.rawValue, nil) else { return nil }
    self.init(key, .rsa, owning: fetched)
  }

  /// Takes ownership of the digest algorithm, even if the initializer fails.
  private init?(_ publicKey: OpaquePointer, _ kind: Kind, owning fetched: OpaquePointer) {
    guard let keyContext = EVP_PKEY_CTX_new_from_pkey(nil, publicKey, nil) else {
      EVP_MD_free(fetched)
      return nil
    }
    guard let digestContext = EVP_MD_CTX_new() else {
      EVP_PKEY_CTX_free(keyContext)
      EVP_MD_free(fetched)
      return nil
    }
    self.keyContext = keyContext
    self.digestContext = digestContext
    digestAlgorithm = fetched
    guard EVP_PKEY_verify_init(keyContext) == 1, EVP_PKEY_CTX_set_signature_md(keyContext, fetched) == 1,
      kind != .rsa || EVP_PKEY_CTX_set_rsa_padding(keyContext, RSA_PKCS1_PADDING) == 1
    else { return nil }
  }

  deinit {
    EVP_PKEY_CTX_free(keyContext)
    EVP_MD_CTX_free(digestContext)
    EVP_MD_free(digestAlgorithm)
  }

  private static func isKey(_ key: OpaquePointer, of kind: Kind) -> Bool {
    switch kind {
    case .rsa: return EVP_PKEY_is_a(key, "RSA") == 1
    case .p256:
      var name = [CChar](repeating: 0, count: 32)
      guard EVP_PKEY_is_a(key, "EC") == 1,
        EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, &name, name.count, nil) == 1
      else { return false }
      return name.withUnsafeBufferPointer { $0.baseAddress.map { strcmp($0, SN_X9_62_prime256v1) == 0 } ?? false }
    }
  }

  /// Whether the octets of `signature` were made with the key over the octets of `message`. Both are ranges of `bytes`.
  func verifies(_ bytes: RawSpan, signature: Range<Int>, message: Range<Int>) -> Bool {
    guard message.lowerBound >= 0, message.upperBound <= bytes.byteCount, signature.lowerBound >= 0,
      signature.upperBound <= bytes.byteCount
    else { return false }
    return verifies(signature: bytes.extracting(signature), over: bytes.extracting(message))
  }

  /// Whether the signature was made with the key over the message. An ECDSA signature is DER (RFC 3279, 2.2.3).
  func verifies(signature: RawSpan, over message: RawSpan) -> Bool {
    guard signature.byteCount > 0 else { return false }
    return message.withUnsafeBytes { message in
      signature.withUnsafeBytes { signature in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { computed in
          guard let octets = signature.assumingMemoryBound(to: UInt8.self).baseAddress,
            let output = computed.baseAddress
          else { return false }
          var length: UInt32 = 0
          guard EVP_DigestInit_ex2(digestContext, digestAlgorithm, nil) == 1,
            EVP_DigestUpdate(digestContext, message.baseAddress, message.count) == 1,
            EVP_DigestFinal_ex(digestContext, output, &length) == 1
          else {
            ERR_clear_error()
            return false
          }
          let result = EVP_PKEY_verify(keyContext, octets, signature.count, output, Int(length))
          // Otherwise, unread errors would accumulate in the thread's queue.
          if result != 1 { ERR_clear_error() }
          return result == 1
        }
      }
    }
  }
}
