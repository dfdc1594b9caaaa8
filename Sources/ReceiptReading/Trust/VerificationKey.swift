import COpenSSL

/// A public key prepared for repeated verification of RSA signatures (PKCS#1 v1.5, RFC 8017, 8.2.2) over one digest.
///
/// The contexts are set up once; a verification then costs one digest and one operation with the key. Not `Sendable`: OpenSSL's
/// contexts belong to one thread at a time.
final class VerificationKey {
  private let key: OpaquePointer
  private let digest: OpaquePointer
  private let algorithm: OpaquePointer

  /// - Returns: `nil` if the certificate has no RSA key, or if libcrypto fails.
  init?(_ certificate: Certificate, _ algorithm: DigestAlgorithm) {
    defer { ERR_clear_error() }
    guard OpenSSL.isReady, let publicKey = X509_get0_pubkey(certificate.handle), EVP_PKEY_is_a(publicKey, "RSA") == 1,
      let fetched = EVP_MD_fetch(nil, algorithm.rawValue, nil)
    else { return nil }
    guard let key = EVP_PKEY_CTX_new_from_pkey(nil, publicKey, nil) else {
      EVP_MD_free(fetched)
      return nil
    }
    guard let digest = EVP_MD_CTX_new() else {
      EVP_PKEY_CTX_free(key)
      EVP_MD_free(fetched)
      return nil
    }
    self.key = key
    self.digest = digest
    self.algorithm = fetched
    guard EVP_PKEY_verify_init(key) == 1, EVP_PKEY_CTX_set_rsa_padding(key, RSA_PKCS1_PADDING) == 1,
      EVP_PKEY_CTX_set_signature_md(key, fetched) == 1
    else { return nil }
  }

  deinit {
    EVP_PKEY_CTX_free(key)
    EVP_MD_CTX_free(digest)
    EVP_MD_free(algorithm)
  }

  /// Whether the octets of `signature` were made with the key over those of `message`; both are ranges of `bytes`.
  func verifies(_ bytes: RawSpan, signature: Range<Int>, message: Range<Int>) -> Bool {
    guard !signature.isEmpty, message.lowerBound >= 0, message.upperBound <= bytes.byteCount,
      signature.upperBound <= bytes.byteCount
    else { return false }
    return bytes.withUnsafeBytes { buffer in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { computed in
        guard let base = buffer.baseAddress, let output = computed.baseAddress else { return false }
        var length: UInt32 = 0
        guard EVP_DigestInit_ex2(digest, algorithm, nil) == 1,
          EVP_DigestUpdate(digest, base + message.lowerBound, message.count) == 1,
          EVP_DigestFinal_ex(digest, output, &length) == 1
        else {
          ERR_clear_error()
          return false
        }
        let octets = (base + signature.lowerBound).assumingMemoryBound(to: UInt8.self)
        let result = EVP_PKEY_verify(key, octets, signature.count, output, Int(length))
        // Unread errors would pile up in the thread's queue.
        if result != 1 { ERR_clear_error() }
        return result == 1
      }
    }
  }
}
