import COpenSSL

/// A key pair on an elliptic curve, for tests. Its signatures are derived from the key and the message, so that the
/// same seed gives the same bytes everywhere. The arithmetic is OpenSSL's, and the formulas are those of FIPS 186-5
/// §6.4. The key is not protected against side channels.
final class EllipticKey: CertifiedKey {
  let curve: EllipticCurve
  /// The uncompressed point: 4, x, y (SEC 1 §2.3.3).
  let point: [UInt8]
  private let secret: [UInt8]

  var bits: Int { curve.rawValue }

  /// Makes a key, which is always the same for the same state of the generator. Its secret is the first number of the
  /// stream that is in range.
  convenience init(_ curve: EllipticCurve, from generator: inout SeededGenerator) throws(MintError) {
    let order = try CurveGroup(curve).order()
    while true {
      let candidate = try generator.bytes(curve.size)
      let number = try BigNumber(bytes: candidate)
      if !number.isZero, number.isBelow(order) {
        try self.init(curve, secret: candidate)
        return
      }
    }
  }

  /// The key of a private number, which must be in range.
  init(_ curve: EllipticCurve, secret: [UInt8]) throws(MintError) {
    let context = try BigNumberContext()
    let (x, y) = try CurveGroup(curve).multiple(try BigNumber(bytes: secret), context)
    self.curve = curve
    self.secret = secret
    point = [4] + x + y
  }

  /// Signs a message. The result is r followed by s, each as long as the order: the form of JWS (RFC 7518 §3.4).
  func sign(_ message: [UInt8]) throws(MintError) -> [UInt8] {
    let hash = curve.digest.digest(message)
    guard hash.count == curve.size else { throw MintError.failed("EVP_Digest") }
    let context = try BigNumberContext()
    let group = try CurveGroup(curve)
    let order = try group.order()
    let digest = try context.remainder(try BigNumber(bytes: hash), order)
    let key = try BigNumber(bytes: secret)
    var nonces = try DeterministicNonce(curve, privateKey: secret, digest: digest.bytes(paddedTo: curve.size))
    while true {
      let nonce = try BigNumber(bytes: try nonces.next())
      guard !nonce.isZero, nonce.isBelow(order) else { continue }
      let x = try BigNumber(bytes: try group.multiple(nonce, context).x)
      let r = try context.remainder(x, order)
      // s = (digest + r · key) / nonce
      let sum = try context.sum(digest, try context.product(r, key, modulo: order), modulo: order)
      let s = try context.product(try context.inverse(nonce, modulo: order), sum, modulo: order)
      if !r.isZero, !s.isZero { return r.bytes(paddedTo: curve.size) + s.bytes(paddedTo: curve.size) }
    }
  }

  /// The other signature that is valid for the same message: r and n − s.
  func counterpart(_ signature: [UInt8]) throws(MintError) -> [UInt8] {
    let s = try BigNumber(bytes: Array(signature.suffix(curve.size)))
    let negated = try CurveGroup(curve).order()
    guard BN_sub(negated.pointer, negated.pointer, s.pointer) == 1 else { throw MintError.failed("BN_sub") }
    return signature.prefix(curve.size) + negated.bytes(paddedTo: curve.size)
  }

  /// The order n, in as many octets as r and s have.
  func order() throws(MintError) -> [UInt8] { try CurveGroup(curve).order().bytes(paddedTo: curve.size) }

  /// `ECDSA-Sig-Value ::= SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279 §2.2.3), from r followed by s.
  static func encoded(_ signature: [UInt8]) -> [UInt8] {
    let half = signature.count / 2
    return DEREncoder.sequence(
      DEREncoder.integer(unsigned: Array(signature.prefix(half))),
      DEREncoder.integer(unsigned: Array(signature.dropFirst(half))))
  }

  /// An ECDSA signature for a certificate, with the digest of the curve.
  func certificateSignature(_ message: [UInt8], digest: Digest) throws(MintError) -> [UInt8] {
    Self.encoded(try sign(message))
  }

  /// The identifier of the signature algorithm, encoded without parameters (RFC 5758 §3.2).
  func signatureAlgorithm(_ digest: Digest) -> [UInt8] {
    DEREncoder.sequence(DEREncoder.objectIdentifier(curve.signatureIdentifier))
  }

  /// `AlgorithmIdentifier { id-ecPublicKey, namedCurve }` and the point (RFC 5480 §2).
  var subjectPublicKeyInfo: [UInt8] {
    let algorithm = DEREncoder.sequence(
      DEREncoder.objectIdentifier(.ecPublicKey), DEREncoder.objectIdentifier(curve.identifier))
    return DEREncoder.sequence(algorithm, DEREncoder.bitString(point))
  }

  /// The private key as PKCS#8 in PEM, not encrypted.
  ///
  ///     PrivateKeyInfo ::= SEQUENCE {  -- RFC 5208 §5
  ///       version INTEGER, privateKeyAlgorithm AlgorithmIdentifier, privateKey OCTET STRING }
  ///     ECPrivateKey ::= SEQUENCE {  -- RFC 5915 §3
  ///       version INTEGER, privateKey OCTET STRING, publicKey [1] BIT STRING }
  var privateKeyPEM: String {
    let key = DEREncoder.sequence(
      DEREncoder.integer(1), DEREncoder.octetString(secret), DEREncoder.context(1, DEREncoder.bitString(point)))
    let algorithm = DEREncoder.sequence(
      DEREncoder.objectIdentifier(.ecPublicKey), DEREncoder.objectIdentifier(curve.identifier))
    return DEREncoder.pem(
      DEREncoder.sequence(DEREncoder.integer(0), algorithm, DEREncoder.octetString(key)), label: "PRIVATE KEY")
  }

  /// SHA-1 of the BIT STRING's octets (RFC 5280 §4.2.1.2, method 1).
  func identifier() throws(MintError) -> [UInt8] { try Digest.sha1.hash(point) }
}
