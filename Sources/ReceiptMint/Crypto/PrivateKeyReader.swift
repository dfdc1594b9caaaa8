import COpenSSL

/// Reads private keys of people's files.
enum PrivateKeyReader {
  /// Reads an unencrypted private key in PEM.
  ///
  /// - Returns: an EVP_PKEY that the caller frees.
  /// - Throws: ``MintError/unusableKey(_:)`` for anything else.
  static func key(inPEM text: String) throws(MintError) -> OpaquePointer {
    guard copenssl_initialize() == 1 else { throw MintError.failed("OPENSSL_init_crypto") }
    // A BIO over memory keeps the given pointer, so the octets must stay in place until the BIO has been read.
    let pointer = Array(text.utf8).withUnsafeBytes { octets -> OpaquePointer? in
      guard let bio = BIO_new_mem_buf(octets.baseAddress, Int32(clamping: octets.count)) else { return nil }
      defer { BIO_free(bio) }
      // An empty passphrase, so that OpenSSL never asks for one at the terminal.
      var passphrase: [CChar] = [0]
      return passphrase.withUnsafeMutableBytes { PEM_read_bio_PrivateKey(bio, nil, nil, $0.baseAddress) }
    }
    guard let pointer else {
      ERR_clear_error()
      throw MintError.unusableKey("it is not an unencrypted private key in PEM")
    }
    return pointer
  }
}
