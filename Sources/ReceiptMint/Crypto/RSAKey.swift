import COpenSSL

/// The size of the RSA keys of an authority.
public enum KeySize: Int, CaseIterable, Sendable {
  /// 1024 bits: quick to make, for property tests; and the size of the signer of version 2 iOS 6 receipts.
  case bits1024 = 1024
  /// 2048 bits: Apple's size (226 of 226 receipts).
  case bits2048 = 2048
  /// 3072 bits.
  case bits3072 = 3072
  /// 4096 bits: slow to make from a seed, several seconds for each key.
  case bits4096 = 4096
}

/// An RSA key pair, made from a seed or given. Its private half can be read only by ``privateKeyPEM()``.
///
/// The class is Sendable although it has a C handle: after `init` the handle is only read, and EVP_PKEY locks its own
/// caches.
final class RSAKey: @unchecked Sendable {
  /// The modulus, most significant octet first.
  let modulus: [UInt8]
  private let handle: Handle

  /// Owner of one EVP_PKEY.
  private struct Handle: ~Copyable {
    let pointer: OpaquePointer
    deinit { EVP_PKEY_free(pointer) }
  }

  /// 65537, most significant octet first.
  private static let publicExponent: [UInt8] = [1, 0, 1]

  /// Size of the modulus in bits.
  var bits: Int { modulus.count * 8 }

  /// Makes a key, which is always the same for the same state of the generator and the same size.
  ///
  /// OpenSSL's own key generation cannot be seeded, so the primes are searched here, and OpenSSL reads the result.
  ///
  ///     RSAPrivateKey ::= SEQUENCE {  -- RFC 8017, appendix A.1.2
  ///       version INTEGER, modulus INTEGER, publicExponent INTEGER, privateExponent INTEGER, prime1 INTEGER,
  ///       prime2 INTEGER, exponent1 INTEGER, exponent2 INTEGER, coefficient INTEGER }
  convenience init(_ size: KeySize, from generator: inout SeededGenerator) throws(MintError) {
    let context = try BigNumberContext()
    let e = try BigNumber(bytes: Self.publicExponent)
    let p = try Self.prime(bytes: size.rawValue / 16, from: &generator, context)
    let q = try Self.prime(bytes: size.rawValue / 16, from: &generator, context)
    let n = try context.product(p, q)
    let pLess = try p.decremented()
    let qLess = try q.decremented()
    let d = try context.inverse(e, modulo: try context.product(pLess, qLess))
    let numbers = [
      n.bytes, e.bytes, d.bytes, p.bytes, q.bytes, try context.remainder(d, pLess).bytes,
      try context.remainder(d, qLess).bytes, try context.inverse(q, modulo: p).bytes,
    ]
    let key = DEREncoder.sequence([DEREncoder.integer(0)] + numbers.map(DEREncoder.integer(unsigned:)))
    try self.init(privateKeyPEM: DEREncoder.pem(key, label: "RSA PRIVATE KEY"))
  }

  /// The next prime of the generator: the first candidate that is prime and fits the exponent. The top two bits of
  /// candidates are set, so that the modulus has its full size, and the lowest.
  private static func prime(
    bytes count: Int, from generator: inout SeededGenerator, _ context: borrowing BigNumberContext
  ) throws(MintError) -> BigNumber {
    while true {
      var candidate = try generator.bytes(count)
      candidate[0] |= 0xC0
      candidate[count - 1] |= 1
      let number = try BigNumber(bytes: candidate)
      // 65537 is prime, so it divides p - 1 exactly when p is 1 modulo 65537.
      guard BN_mod_word(number.pointer, 65537) != 1 else { continue }
      if try context.isPrime(number) { return number }
    }
  }

  /// Reads an unencrypted private key in PEM, as ``privateKeyPEM()`` writes it and `openssl genrsa` does.
  ///
  /// - Throws: ``MintError/unusableKey(_:)`` for anything but an RSA key of 1024 bits and more with the exponent 65537.
  init(privateKeyPEM text: String) throws(MintError) {
    let handle = try Handle(pointer: Self.read(text))
    guard EVP_PKEY_is_a(handle.pointer, "RSA") == 1 else { throw MintError.unusableKey("it is not an RSA key") }
    guard try Self.number(handle.pointer, OSSL_PKEY_PARAM_RSA_E).bytes == Self.publicExponent else {
      throw MintError.unusableKey("its public exponent is not 65537")
    }
    modulus = try Self.number(handle.pointer, OSSL_PKEY_PARAM_RSA_N).bytes
    self.handle = handle
    guard bits >= KeySize.bits1024.rawValue else { throw MintError.unusableKey("it has \(bits) bits only") }
  }

  /// Reads any unencrypted private key in PEM, as an EVP_PKEY that the caller frees.
  private static func read(_ text: String) throws(MintError) -> OpaquePointer {
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

  private static func number(_ key: OpaquePointer, _ name: String) throws(MintError) -> BigNumber {
    var pointer: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &pointer) == 1, let pointer else {
      throw MintError.failed("EVP_PKEY_get_bn_param")
    }
    return BigNumber(owning: pointer)
  }

  /// The whole key as PKCS#8 in PEM, not encrypted: for files that only their owner can read.
  func privateKeyPEM() throws(MintError) -> String {
    guard let bio = BIO_new(BIO_s_mem()) else { throw MintError.failed("BIO_new") }
    defer { BIO_free(bio) }
    guard PEM_write_bio_PrivateKey(bio, handle.pointer, nil, nil, 0, nil, nil) == 1 else {
      throw MintError.failed("PEM_write_bio_PrivateKey")
    }
    var data: UnsafePointer<UInt8>?
    let count = copenssl_BIO_get_mem_data(bio, &data)
    return String(decoding: UnsafeBufferPointer(start: data, count: Int(count)), as: UTF8.self)
  }

  /// The PKCS#1 v1.5 signature (RFC 8017 §8.2) of `message`: as many bytes as the modulus, deterministic.
  ///
  /// The DigestInfo is made here and OpenSSL only pads and exponentiates, because some builds (RHEL 9) refuse to sign
  /// with SHA-1 as a matter of policy.
  ///
  ///     DigestInfo ::= SEQUENCE { digestAlgorithm AlgorithmIdentifier, digest OCTET STRING }
  func sign(_ message: [UInt8], digest: Digest) throws(MintError) -> [UInt8] {
    let digestInfo = DEREncoder.sequence(
      DEREncoder.algorithm(digest.identifier), DEREncoder.octetString(try digest.hash(message)))
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, handle.pointer, nil) else {
      throw MintError.failed("EVP_PKEY_CTX_new_from_pkey")
    }
    defer { EVP_PKEY_CTX_free(context) }
    guard
      EVP_PKEY_sign_init(context) == 1,
      EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
    else { throw MintError.failed("EVP_PKEY_sign_init") }
    var signature = [UInt8](repeating: 0, count: modulus.count)
    var length = signature.count
    guard EVP_PKEY_sign(context, &signature, &length, digestInfo, digestInfo.count) == 1 else {
      throw MintError.failed("EVP_PKEY_sign")
    }
    return Array(signature.prefix(length))
  }

  /// `RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }` (RFC 8017, appendix A.1.1).
  var publicKey: [UInt8] {
    DEREncoder.sequence(DEREncoder.integer(unsigned: modulus), DEREncoder.integer(unsigned: Self.publicExponent))
  }

  /// `SubjectPublicKeyInfo ::= SEQUENCE { algorithm AlgorithmIdentifier, subjectPublicKey BIT STRING }` (RFC 5280
  /// §4.1).
  var subjectPublicKeyInfo: [UInt8] {
    DEREncoder.sequence(DEREncoder.algorithm(.rsaEncryption), DEREncoder.bitString(publicKey))
  }

  /// SHA-1 of the BIT STRING's octets: the key identifier of RFC 5280 §4.2.1.2, method 1, which Apple uses too.
  func identifier() throws(MintError) -> [UInt8] { try Digest.sha1.hash(publicKey) }
}
