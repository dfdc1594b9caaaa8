import COpenSSL

extension Certificate {
  /// Why the RSA key is too weak for a receipt; `nil` for a strong key, and for keys of other kinds.
  ///
  /// Every PKCS#7 receipt from Apple, including the first ones, has 2048 bits and the exponent 65537 (226 of 226). NIST
  /// SP 800-131A and FIPS 186-4 allow no less.
  var weakness: Message? {
    defer { ERR_clear_error() }
    let bits: Int
    let exponent: UInt64
    if let plain {
      bits = plain.modulus.count * 8 - der[plain.modulus.lowerBound].leadingZeroBitCount
      exponent = plain.exponent
    } else {
      guard let key = X509_get0_pubkey(handle) else { return "the key of \(displayName) cannot be read" }
      guard EVP_PKEY_is_a(key, "RSA") == 1 else { return nil }
      bits = Int(EVP_PKEY_get_bits(key))
      var number: OpaquePointer?
      defer { BN_free(number) }
      guard EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &number) == 1, let number else {
        return "the RSA key of \(displayName) cannot be read"
      }
      // An exponent that does not fit into a word is large enough.
      exponent = BN_num_bits(number) <= 64 ? UInt64(BN_get_word(number)) : .max
    }
    if bits < 2048 { return "the RSA key of \(displayName) has \(grouped: bits) bits, and 2,048 are the least" }
    guard exponent < 65_537 else { return nil }
    return "the RSA key of \(displayName) has the exponent \(exponent), and 65,537 is the least"
  }
}
