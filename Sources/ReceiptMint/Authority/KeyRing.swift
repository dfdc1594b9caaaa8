import COpenSSL
import ReceiptAnalysis
import SystemLibrary

/// The keys of one seed, which are made on demand and cached; the given keys, which replace the keys for the same
/// purposes; and the certificates that were issued with these keys.
final class KeyRing: Sendable {
  let seed: String
  private let given: [String: RSAKey]
  private let keys = Locked<[String: RSAKey]>([:])
  private let ellipticKeys = Locked<[String: EllipticKey]>([:])
  private let certificates = Locked<[CertificateOrder: TestCertificate]>([:])

  /// The limit of the cache, which holds what one authority issues again and again. Tests issue countless others.
  private static let maximumCertificates = 64

  init(seed: String, given: [String: RSAKey]) throws(MintError) {
    guard copenssl_initialize() == 1 else { throw MintError.failed("OPENSSL_init_crypto") }
    self.seed = seed
    self.given = given
  }

  /// The key for a purpose: the given key, of any size, or a key that is always the same for the same seed, label and
  /// size.
  ///
  /// A 2048-bit key takes about 0.2 s the first time.
  func key(_ label: String, size: KeySize) throws(MintError) -> RSAKey {
    if let key = given[label] { return key }
    let name = "RSA-\(size.rawValue) \(label)"
    return try keys.withLock { (keys) throws(MintError) in
      if let known = keys[name] { return known }
      var generator = try SeededGenerator(seed: seed, label: name)
      let key = try RSAKey(size, from: &generator)
      keys[name] = key
      return key
    }
  }

  /// The key on a curve for a purpose: always the same one for the same root key, label and curve.
  ///
  /// These keys follow from the root's RSA key and not from the seed, because the folder of an authority holds that key
  /// but not the seed. A ring has only one root key, so the cache does not distinguish root keys.
  func key(_ label: String, curve: EllipticCurve, root: RSAKey) throws(MintError) -> EllipticKey {
    let name = "EC-\(curve.rawValue) \(label)"
    return try ellipticKeys.withLock { (keys) throws(MintError) in
      if let known = keys[name] { return known }
      let origin = hexadecimal(try Digest.sha256.hash(Array(try root.privateKeyPEM().utf8)))
      var generator = try SeededGenerator(seed: origin, label: name)
      let key = try EllipticKey(curve, from: &generator)
      keys[name] = key
      return key
    }
  }

  /// The certificate for an order: issued once, because signing it costs as much as signing a receipt.
  ///
  /// - Parameter issue: makes the certificate; the same order always gives the same certificate.
  func certificate(
    _ order: CertificateOrder, _ issue: () throws(MintError) -> TestCertificate
  ) throws(MintError) -> TestCertificate {
    if let known = certificates.withLock({ $0[order] }) { return known }
    let certificate = try issue()
    certificates.withLock { certificates in
      if certificates.count >= Self.maximumCertificates { certificates = [:] }
      certificates[order] = certificate
    }
    return certificate
  }
}

/// A certificate to issue.
struct CertificateOrder: Hashable {
  let template: CertificateTemplate
  /// The issuer's certificate, DER; `nil` if the certificate is self-signed.
  let issuer: [UInt8]?
}
