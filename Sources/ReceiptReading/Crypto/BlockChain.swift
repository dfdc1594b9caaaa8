import COpenSSL

/// AES-256 in CBC mode (FIPS 197, NIST SP 800-38A): chains of blocks under one key. Nothing here takes them apart again.
///
/// The key is worked in once. One thread uses it at a time.
package final class BlockChain {
  /// 16 octets.
  package typealias Block = SIMD16<UInt8>
  /// How many octets a block has.
  package static let blockLength = 16

  private let context: OpaquePointer
  /// The last block that was encrypted, to which libcrypto chains the next one.
  private var last = Block.zero

  /// - Parameter key: 32 octets.
  /// - Throws: `.defect` for a key of another length, or if libcrypto cannot do it.
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

  /// Encrypts blocks in their place.
  ///
  /// - Parameters:
  ///   - count: how many octets of the array: a multiple of 16, and not 0.
  ///   - vector: the block to which the first one is chained.
  /// - Returns: the last block.
  /// - Throws: `.defect` if libcrypto cannot do it.
  package func encrypt(_ octets: inout [UInt8], count: Int, from vector: Block) throws(ReceiptError) -> Block {
    guard count > 0, count <= octets.count, count.isMultiple(of: Self.blockLength), let length = Int32(exactly: count)
    else { throw Self.defect }
    // To take its last block out again is several times as fast as to give it another vector.
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
