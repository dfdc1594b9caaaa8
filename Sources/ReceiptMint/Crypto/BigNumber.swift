import COpenSSL

/// The owner of one OpenSSL BIGNUM, which is not negative. The memory is cleared when it is freed, because the number
/// may be part of a private key.
struct BigNumber: ~Copyable {
  let pointer: OpaquePointer

  /// Zero, to be filled by an OpenSSL call.
  init() throws(MintError) {
    guard let pointer = BN_new() else { throw MintError.failed("BN_new") }
    self.pointer = pointer
  }

  /// The unsigned number whose octets are `bytes`, most significant first.
  init(bytes: [UInt8]) throws(MintError) {
    guard let pointer = BN_bin2bn(bytes, Int32(bytes.count), nil) else { throw MintError.failed("BN_bin2bn") }
    self.pointer = pointer
  }

  deinit { BN_clear_free(pointer) }

  /// The octets of the number, most significant first, without leading zeros.
  var bytes: [UInt8] {
    var output = [UInt8](repeating: 0, count: Int(BN_num_bits(pointer) + 7) / 8)
    BN_bn2bin(pointer, &output)
    return output
  }

  /// The number in exactly `count` octets, with leading zeros; empty if it does not fit.
  func bytes(paddedTo count: Int) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: count)
    return BN_bn2binpad(pointer, &output, Int32(count)) == Int32(count) ? output : []
  }

  /// Whether the number is 0.
  var isZero: Bool { BN_is_zero(pointer) == 1 }

  /// Whether the number is less than another one.
  func isBelow(_ other: borrowing BigNumber) -> Bool { BN_cmp(pointer, other.pointer) < 0 }

  /// This number minus one.
  func decremented() throws(MintError) -> BigNumber {
    guard let copy = BN_dup(pointer) else { throw MintError.failed("BN_dup") }
    let result = BigNumber(owning: copy)
    guard BN_sub_word(copy, 1) == 1 else { throw MintError.failed("BN_sub_word") }
    return result
  }

  /// Takes ownership of a number that an OpenSSL call made.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }
}

/// Owner of OpenSSL's scratch space for arithmetic, and the few operations that keys and ECDSA need.
struct BigNumberContext: ~Copyable {
  let pointer: OpaquePointer

  init() throws(MintError) {
    guard let pointer = BN_CTX_secure_new() else { throw MintError.failed("BN_CTX_secure_new") }
    self.pointer = pointer
  }

  deinit { BN_CTX_free(pointer) }

  func product(_ a: borrowing BigNumber, _ b: borrowing BigNumber) throws(MintError) -> BigNumber {
    let result = try BigNumber()
    guard BN_mul(result.pointer, a.pointer, b.pointer, pointer) == 1 else { throw MintError.failed("BN_mul") }
    return result
  }

  func product(_ a: borrowing BigNumber, _ b: borrowing BigNumber, modulo n: borrowing BigNumber) throws(MintError)
    -> BigNumber
  {
    let result = try BigNumber()
    guard BN_mod_mul(result.pointer, a.pointer, b.pointer, n.pointer, pointer) == 1 else {
      throw MintError.failed("BN_mod_mul")
    }
    return result
  }

  func sum(_ a: borrowing BigNumber, _ b: borrowing BigNumber, modulo n: borrowing BigNumber) throws(MintError)
    -> BigNumber
  {
    let result = try BigNumber()
    guard BN_mod_add(result.pointer, a.pointer, b.pointer, n.pointer, pointer) == 1 else {
      throw MintError.failed("BN_mod_add")
    }
    return result
  }

  func remainder(_ a: borrowing BigNumber, _ b: borrowing BigNumber) throws(MintError) -> BigNumber {
    let result = try BigNumber()
    guard BN_div(nil, result.pointer, a.pointer, b.pointer, pointer) == 1 else { throw MintError.failed("BN_div") }
    return result
  }

  func inverse(_ a: borrowing BigNumber, modulo n: borrowing BigNumber) throws(MintError) -> BigNumber {
    let result = try BigNumber()
    guard BN_mod_inverse(result.pointer, a.pointer, n.pointer, pointer) != nil else {
      throw MintError.failed("BN_mod_inverse")
    }
    return result
  }

  /// Whether the number is prime.
  ///
  /// OpenSSL chooses its Miller-Rabin bases at random, but the result does not depend on them: a prime is always
  /// accepted, and a composite with a probability below 2^-128.
  func isPrime(_ a: borrowing BigNumber) throws(MintError) -> Bool {
    switch BN_check_prime(a.pointer, pointer, nil) {
    case 1: return true
    case 0: return false
    default: throw MintError.failed("BN_check_prime")
    }
  }
}
