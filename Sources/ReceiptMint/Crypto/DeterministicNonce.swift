/// The secret numbers k of ECDSA signatures, as RFC 6979 §3.2 derives them from the key and the message.
///
/// OpenSSL can do this only since 3.2; with 3.0 its signatures are random. For both curves here the digest is as long
/// as the order, so bits2int (§2.3.2) takes the digest unchanged.
struct DeterministicNonce {
  private let curve: EllipticCurve
  private var key: [UInt8]
  private var value: [UInt8]

  /// - Parameters:
  ///   - privateKey: the private key, as long as the order of the curve.
  ///   - digest: the digest of the message, reduced modulo the order and of the same length.
  init(_ curve: EllipticCurve, privateKey: [UInt8], digest: [UInt8]) throws(MintError) {
    self.curve = curve
    key = [UInt8](repeating: 0, count: curve.size)
    value = [UInt8](repeating: 1, count: curve.size)
    for separator: UInt8 in [0, 1] {
      key = try curve.authenticationCode(value + [separator] + privateKey + digest, key: key)
      value = try curve.authenticationCode(value, key: key)
    }
  }

  /// The next candidate. Callers use the first candidate that is in range and for which neither part of the signature
  /// is zero.
  mutating func next() throws(MintError) -> [UInt8] {
    value = try curve.authenticationCode(value, key: key)
    let candidate = value
    key = try curve.authenticationCode(value + [0], key: key)
    value = try curve.authenticationCode(value, key: key)
    return candidate
  }
}
