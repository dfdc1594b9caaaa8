import COpenSSL
import ReceiptAnalysis

/// The curves of certificates of signed data: P-256 for the signer, P-384 for its issuers (observed on Apple's of 2021
/// and 2025).
package enum EllipticCurve: Int, Sendable {
  /// P-256 with SHA-256: `ES256` (RFC 7518 §3.4).
  case p256 = 256
  /// P-384 with SHA-384.
  case p384 = 384

  /// The octets of a coordinate, of a private key, and of each half of a signature.
  var size: Int { rawValue / 8 }

  var identifier: OID { self == .p256 ? .prime256v1 : .secp384r1 }

  /// ECDSA with the digest that belongs to the curve.
  var signatureIdentifier: OID { self == .p256 ? .ecdsaWithSHA256 : .ecdsaWithSHA384 }

  var digest: DigestAlgorithm { self == .p256 ? .sha256 : .sha384 }

  var nid: Int32 { self == .p256 ? NID_X9_62_prime256v1 : NID_secp384r1 }

  /// HMAC with the digest of the curve.
  func authenticationCode(_ message: [UInt8], key: [UInt8]) throws(MintError) -> [UInt8] {
    let digest = self == .p256 ? EVP_sha256() : EVP_sha384()
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    guard HMAC(digest, key, Int32(key.count), message, message.count, &code, &length) != nil else {
      throw MintError.failed("HMAC")
    }
    return Array(code.prefix(Int(length)))
  }
}

/// Owns OpenSSL's description of a curve, and provides the two operations that keys and signatures need.
struct CurveGroup: ~Copyable {
  private let pointer: OpaquePointer
  private let curve: EllipticCurve

  init(_ curve: EllipticCurve) throws(MintError) {
    guard let pointer = EC_GROUP_new_by_curve_name(curve.nid) else {
      throw MintError.failed("EC_GROUP_new_by_curve_name")
    }
    self.pointer = pointer
    self.curve = curve
  }

  deinit { EC_GROUP_free(pointer) }

  /// The order of the generator, n.
  func order() throws(MintError) -> BigNumber {
    guard let order = EC_GROUP_get0_order(pointer), let copy = BN_dup(order) else {
      throw MintError.failed("EC_GROUP_get0_order")
    }
    return BigNumber(owning: copy)
  }

  /// The coordinates of a multiple of the generator, each as long as the curve requires.
  func multiple(
    _ factor: borrowing BigNumber, _ context: borrowing BigNumberContext
  ) throws(MintError) -> (x: [UInt8], y: [UInt8]) {
    guard let point = EC_POINT_new(pointer) else { throw MintError.failed("EC_POINT_new") }
    defer { EC_POINT_free(point) }
    guard EC_POINT_mul(pointer, point, factor.pointer, nil, nil, context.pointer) == 1 else {
      throw MintError.failed("EC_POINT_mul")
    }
    let x = try BigNumber()
    let y = try BigNumber()
    guard EC_POINT_get_affine_coordinates(pointer, point, x.pointer, y.pointer, context.pointer) == 1 else {
      throw MintError.failed("EC_POINT_get_affine_coordinates")
    }
    return (x.bytes(paddedTo: curve.size), y.bytes(paddedTo: curve.size))
  }
}
