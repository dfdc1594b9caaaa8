import COpenSSL

/// The numbers of an RSA private key with its Chinese remainder values (RFC 8017 §3.2), made from a seed.
///
/// OpenSSL's own key generation cannot be seeded, so this code searches for primes: it reads candidates from the
/// generator and sets their top two bits (so that the modulus has its full size) and the lowest, until a candidate is
/// prime and fits the exponent.
struct RSANumbers: ~Copyable {
  static let publicExponent: UInt = 65537

  let n: BigNumber
  private let e: BigNumber
  private let d: BigNumber
  private let p: BigNumber
  private let q: BigNumber
  private let exponent1: BigNumber
  private let exponent2: BigNumber
  private let coefficient: BigNumber

  /// Always the same numbers for the same generator state and size.
  init(size: KeySize, from generator: inout SeededGenerator) throws(MintError) {
    let context = try BigNumberContext()
    let p = try Self.prime(bytes: size.rawValue / 16, from: &generator, context)
    let q = try Self.prime(bytes: size.rawValue / 16, from: &generator, context)
    let e = try BigNumber(bytes: [1, 0, 1])
    let n = try context.product(p, q)
    let pLess = try p.decremented()
    let qLess = try q.decremented()
    let d = try context.inverse(e, modulo: try context.product(pLess, qLess))
    let exponent1 = try context.remainder(d, pLess)
    let exponent2 = try context.remainder(d, qLess)
    let coefficient = try context.inverse(q, modulo: p)
    self.n = n
    self.e = e
    self.d = d
    self.p = p
    self.q = q
    self.exponent1 = exponent1
    self.exponent2 = exponent2
    self.coefficient = coefficient
  }

  private static func prime(
    bytes count: Int, from generator: inout SeededGenerator, _ context: borrowing BigNumberContext
  ) throws(MintError) -> BigNumber {
    while true {
      var candidate = try generator.bytes(count)
      candidate[0] |= 0xC0
      candidate[count - 1] |= 1
      let number = try BigNumber(bytes: candidate)
      // e is prime, so gcd(p - 1, e) = 1 exactly when p is not 1 modulo e.
      guard BN_mod_word(number.pointer, UInt(publicExponent)) != 1 else { continue }
      if try context.isPrime(number) { return number }
    }
  }

  /// The key as a new EVP_PKEY, which the caller owns.
  func makeKey() throws(MintError) -> OpaquePointer {
    guard let builder = OSSL_PARAM_BLD_new() else { throw MintError.failed("OSSL_PARAM_BLD_new") }
    defer { OSSL_PARAM_BLD_free(builder) }
    guard
      copenssl_push_RSA(
        builder, n.pointer, e.pointer, d.pointer, p.pointer, q.pointer, exponent1.pointer, exponent2.pointer,
        coefficient.pointer) == 1,
      let parameters = OSSL_PARAM_BLD_to_param(builder)
    else { throw MintError.failed("OSSL_PARAM_BLD_push_BN") }
    defer { OSSL_PARAM_free(parameters) }

    guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else {
      throw MintError.failed("EVP_PKEY_CTX_new_from_name")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard
      EVP_PKEY_fromdata_init(context) == 1,
      EVP_PKEY_fromdata(context, &key, copenssl_EVP_PKEY_KEYPAIR(), parameters) == 1,
      let key
    else { throw MintError.failed("EVP_PKEY_fromdata") }
    return key
  }
}
