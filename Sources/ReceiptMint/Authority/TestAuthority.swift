/// A public key infrastructure for tests, structured like Apple's.
///
/// All bytes are derived from the seed and the times in the templates, so they are the same on every machine and with
/// every version of OpenSSL. Keys are made on first use (2048 bits: about 0.2 s each) and cached, so share one
/// authority among tests.
///
/// What an authority issues needs no protection and deserves no trust: anyone who knows the seed can sign.
public struct TestAuthority: Sendable {
  /// The default size of keys.
  package let keySize: KeySize
  private let keys: KeyRing

  /// Makes an authority from a seed. Authorities with different seeds share no key. No OpenSSL configuration is loaded.
  ///
  /// - Parameters:
  ///   - seed: any text.
  ///   - keySize: the size of the RSA keys.
  ///   - privateKeys: unencrypted RSA keys in PEM, which replace the keys derived from the seed.
  /// - Throws: ``MintError/unusableKey(_:)``, ``MintError/openSSL(call:reason:)``.
  public init(
    seed: String, keySize: KeySize = .bits2048, privateKeys: [AuthorityKey: String] = [:]
  ) throws(MintError) {
    self.keySize = keySize
    var given: [String: RSAKey] = [:]
    for (name, pem) in privateKeys { given[name.rawValue] = try RSAKey(privateKeyPEM: pem) }
    keys = try KeyRing(seed: seed, given: given)
  }

  /// One of the authority's keys as PKCS#8 in PEM, not encrypted. Anyone who has the key can sign.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)``.
  package func privateKey(_ name: AuthorityKey) throws(MintError) -> String {
    try keys.key(name.rawValue, size: keySize).privateKeyPEM()
  }

  /// Issues a certificate from `template`, signed by `issuer`, or by itself if `issuer` is nil. Neither is validated.
  ///
  /// - Throws: ``MintError/invalidTime(_:)`` for a validity of another format, ``MintError/openSSL(call:reason:)``.
  package func issue(
    _ template: CertificateTemplate, by issuer: TestCertificate? = nil
  ) throws(MintError) -> TestCertificate {
    try keys.certificate(CertificateOrder(template: template, issuer: issuer?.der)) { () throws(MintError) in
      let key = try key(of: template)
      let signing = (name: issuer?.subject ?? template.subject, key: issuer?.key ?? key)
      return try template.certificate(for: key, by: signing)
    }
  }

  /// The key on a curve for a purpose that needs no certificate.
  func ellipticKey(_ label: String, _ curve: EllipticCurve) throws(MintError) -> EllipticKey {
    try keys.key(label, curve: curve, root: try keys.key(AuthorityKey.root.rawValue, size: keySize))
  }

  private func key(of template: CertificateTemplate) throws(MintError) -> any CertifiedKey {
    guard let curve = template.curve else {
      return try keys.key(template.keyLabel, size: template.keySize ?? keySize)
    }
    let root = try keys.key(AuthorityKey.root.rawValue, size: keySize)
    return try keys.key(template.keyLabel, curve: curve, root: root)
  }

  /// Issues root, intermediate and signer for the options.
  ///
  /// - Throws: ``MintError/invalidTime(_:)`` for a validity of another format, ``MintError/openSSL(call:reason:)``.
  public func chain(_ options: ChainOptions = ChainOptions()) throws(MintError) -> SigningChain {
    let root = try root(validity: options.rootValidity)
    let issuer = try issue(intermediate(options, unit: options.era.intermediateUnit, key: "intermediate"), by: root)
    let embedded =
      switch options.wrongIntermediate {
      case nil: issuer
      case .sameName:
        try issue(intermediate(options, unit: options.era.intermediateUnit, key: "wrong intermediate"), by: root)
      case .otherName: try issue(intermediate(options, unit: "another", key: "wrong intermediate"), by: root)
      }
    var signer = CertificateTemplate(
      subject: DistinguishedName(role: "Receipt Signing"), keyLabel: "signer",
      validity: options.signerValidity, digest: options.era.digest)
    signer.markers = options.hasSignerMarker ? [.receiptSignerMarker] : []
    return SigningChain(
      root: root, intermediate: embedded, signer: try issue(signer, by: issuer), digest: options.era.digest)
  }

  /// Another authority, whose certificates have the same names and other keys.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)`` if OpenSSL cannot start.
  package func stranger() throws(MintError) -> TestAuthority {
    try TestAuthority(seed: keys.seed + ": a stranger", keySize: keySize)
  }

  /// The root alone; self-signed with SHA-1 in all eras, as Apple's root of 2006 is.
  ///
  /// - Throws: ``MintError/invalidTime(_:)`` for a validity of another format, ``MintError/openSSL(call:reason:)``.
  package func root(validity: Validity? = nil) throws(MintError) -> TestCertificate {
    var template = CertificateTemplate(
      subject: DistinguishedName(role: "Receipt Root"), keyLabel: "root",
      validity: validity ?? Era.sha256.rootValidity, digest: .sha1)
    template.becomeAuthority()
    return try issue(template)
  }

  /// A certificate unrelated to any receipt: self-signed, with its own key. `number` distinguishes several such
  /// certificates.
  ///
  /// - Throws: ``MintError/invalidTime(_:)`` for a validity of another format, ``MintError/openSSL(call:reason:)``.
  package func unrelatedCertificate(_ number: Int = 1) throws(MintError) -> TestCertificate {
    try issue(
      CertificateTemplate(
        subject: DistinguishedName(role: "Unrelated \(number)"), keyLabel: "unrelated \(number)",
        validity: Era.sha256.rootValidity, digest: .sha256))
  }

  /// The validity of ``xcodeCertificate()``.
  static let xcodeValidity = Validity("2020-04-01T17:52:35Z", "2040-03-27T17:52:35Z")

  /// The single self-signed certificate of StoreKit testing in Xcode.
  ///
  /// It has the structure of Xcode's certificate: CN=StoreKit, serial number 1, code signing, no key identifiers and no
  /// markers (observed on 5 receipts). Its organization says TEST.
  ///
  /// - Throws: ``MintError/invalidTime(_:)`` for a validity of another format, ``MintError/openSSL(call:reason:)``.
  package func xcodeCertificate() throws(MintError) -> TestCertificate {
    var template = CertificateTemplate(
      subject: DistinguishedName(commonName: "StoreKit", organizationalUnit: "StoreKit"), keyLabel: "StoreKit",
      validity: Self.xcodeValidity, digest: .sha256)
    template.isAuthority = true
    template.keyUsage = [.digitalSignature, .certificateSigning]
    template.isForCodeSigning = true
    template.hasKeyIdentifiers = false
    template.serialNumber = [1]
    return try issue(template)
  }

  /// Path length 0 only since G5 (observed).
  private func intermediate(_ options: ChainOptions, unit: String, key: String) -> CertificateTemplate {
    var template = CertificateTemplate(
      subject: DistinguishedName(role: "Receipt Intermediate", organizationalUnit: unit), keyLabel: key,
      validity: options.intermediateValidity, digest: options.era.digest)
    if options.intermediateIsAuthority { template.becomeAuthority(pathLength: options.era == .sha256 ? 0 : nil) }
    template.markers = options.hasIntermediateMarker ? [.intermediateMarker] : []
    return template
  }
}
