import COpenSSL

/// AES-256 in CBC mode (FIPS 197, NIST SP 800-38A): encrypts chains of blocks under one key. The class cannot decrypt.
///
/// The key schedule is set up once. Only one thread may use an instance at a time.
package final class BlockChain {
  /// 16 octets.
  package typealias Block = SIMD16<UInt8>
  package static let blockLength = 16

  private let context: OpaquePointer
  /// The last block that was encrypted, to which libcrypto chains the next one.
  private var last = Block.zero

  /// - Parameter key: 32 octets.
  /// - Throws: `.defect` for a key of another length, or if libcrypto fails.
  package init(key: [UInt8]) throws(ReceiptError) {
    guard OpenSSL.isReady, key.count == 32, let context = copenssl_aes_cbc_new(key) else {
      ERR_clear_error()
      throw Self.defect
    }
    self.context = context
  }

  deinit {
    EVP_CIPHER_CTX_free(context)
  }

  /// Encrypts blocks in place.
  ///
  /// - Parameters:
  ///   - count: the number of octets to encrypt: a multiple of 16, and not 0.
  ///   - vector: the block to which the first one is chained.
  /// - Returns: the last block.
  /// - Throws: `.defect` if libcrypto fails.
  package func encrypt(_ octets: inout [UInt8], count: Int, from vector: Block) throws(ReceiptError) -> Block {
    guard count > 0, count <= octets.count, count.isMultiple(of: Self.blockLength), let length = Int32(exactly: count)
    else { throw Self.defect }
    // Cancelling the last block by XOR is several times as fast as setting another initialization vector.
    let link = vector ^ last
    let isDone = octets.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: bytes.loadUnaligned(as: Block.self) ^ link, as: Block.self)
      guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return false }
      var written: Int32 = 0
      guard EVP_EncryptUpdate(context, start, &written, start, length) == 1, written == length else { return false }
      last = bytes.loadUnaligned(fromByteOffset: count - Self.blockLength, as: Block.self)
      return true
    }
    guard isDone else {
      ERR_clear_error()
      throw Self.defect
    }
    return last
  }

  private static let defect = ReceiptError(.defect, "libcrypto cannot compute AES-256-CBC")
}
