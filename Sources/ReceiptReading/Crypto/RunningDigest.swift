import COpenSSL

/// SHA-256 (FIPS 180-4) of data that comes in pieces. Only one thread may use an instance at a time.
package final class RunningDigest {
  private let context: OpaquePointer

  /// - Throws: `.defect` if libcrypto fails.
  package init() throws(ReceiptError) {
    guard OpenSSL.isReady, let context = EVP_MD_CTX_new() else {
      ERR_clear_error()
      throw Self.defect
    }
    self.context = context
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { throw Self.defect }
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  package func update(_ bytes: [UInt8]) throws(ReceiptError) {
    guard EVP_DigestUpdate(context, bytes, bytes.count) == 1 else { throw Self.defect }
  }

  /// The digest of all pieces. No piece may follow.
  package func finish() throws(ReceiptError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    guard EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw Self.defect }
    return digest
  }

  private static let defect = ReceiptError(.defect, "libcrypto cannot compute SHA-256")
}
