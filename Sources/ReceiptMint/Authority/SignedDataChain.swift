extension ChainOptions {
  /// The validity of Apple Root CA - G3.
  static let signedDataRoot = Validity("2014-04-30T18:19:06Z", "2039-04-30T18:19:06Z")

  /// The validity of WWDR G6.
  private static let signedDataIntermediate = Validity("2021-03-17T20:37:10Z", "2036-03-19T00:00:00Z")

  /// The validity of the signers of 2021 and of 2025. Another signer was used between them; its exact beginning is
  /// unknown.
  private static let signedDataSigners = [
    Validity("2021-08-25T02:50:34Z", "2023-09-24T02:50:33Z"), Validity("2025-09-19T19:44:51Z", "2027-10-13T17:47:23Z"),
  ]

  /// The chain of signed data that is valid at a time. Certificates that were not valid then are replaced, as for
  /// receipts.
  ///
  /// - Parameter date: the time of signing; `YYYY-MM-DDThh:mm:ssZ`.
  package init(signedDataAt date: String) {
    self.init(.sha256, holdingAt: date)
    rootValidity = Self.signedDataRoot
    if Self.signedDataIntermediate.holds(at: date) { intermediateValidity = Self.signedDataIntermediate }
    if let signer = Self.signedDataSigners.first(where: { $0.holds(at: date) }) { signerValidity = signer }
  }
}

extension TestAuthority {
  /// The root of signed data: P-384, as Apple Root CA - G3 is.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)``.
  package func signedDataRoot(validity: Validity? = nil) throws(MintError) -> TestCertificate {
    var template = Self.template(
      "Signed Data Root", "signed data root", .p384, validity ?? ChainOptions.signedDataRoot)
    template.becomeAuthority()
    return try issue(template)
  }

  /// Root, intermediate and signer of signed data: P-384, P-384 and P-256, as Apple's are.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)``.
  package func signedDataChain(_ options: ChainOptions) throws(MintError) -> SigningChain {
    let root = try signedDataRoot(validity: options.rootValidity)
    let issuer = try issue(signedDataIntermediate(options, key: "signed data intermediate"), by: root)
    let embedded =
      options.wrongIntermediate == nil
      ? issuer : try issue(signedDataIntermediate(options, key: "wrong signed data intermediate"), by: root)
    var template = Self.template("Signed Data Signing", "signed data signer", .p256, options.signerValidity)
    template.policy = .certificatePolicy
    template.keyUsage = options.signerKeyUsage
    template.markers = options.hasSignerMarker ? [.receiptSignerMarker] : []
    return SigningChain(root: root, intermediate: embedded, signer: try issue(template, by: issuer), digest: .sha256)
  }

  /// A certificate for P-256 that is unrelated to any signed data: self-signed, with its own key.
  func unrelatedSigner() throws(MintError) -> TestCertificate {
    try issue(Self.template("Unrelated Signing", "unrelated signer", .p256, ChainOptions.signedDataRoot))
  }

  /// The single self-signed certificate of signed data of StoreKit testing in Xcode.
  ///
  /// It has the structure of Xcode's certificate: an authority that allows no intermediates, valid for a year, without
  /// markers (observed on 3). Its organization says TEST.
  ///
  /// - Parameter date: the time of signing; `YYYY-MM-DDThh:mm:ssZ`. Each year has one certificate.
  func xcodeSignedDataCertificate(holdingAt date: String) throws(MintError) -> TestCertificate {
    let year = String(date.prefix(4))
    let name = DistinguishedName(commonName: "StoreKit Testing in Xcode")
    var template = CertificateTemplate(
      subject: name, keyLabel: "StoreKit signed data",
      validity: Validity(year + "-01-01T00:00:00Z", year + "-12-31T23:59:59Z"), digest: .sha256)
    template.curve = .p256
    template.isAuthority = true
    template.pathLength = 0
    return try issue(template)
  }

  private func signedDataIntermediate(_ options: ChainOptions, key: String) -> CertificateTemplate {
    var template = Self.template("Signed Data Intermediate", key, .p384, options.intermediateValidity)
    if options.intermediateIsAuthority { template.becomeAuthority(pathLength: 0) }
    template.markers = options.hasIntermediateMarker ? [.intermediateMarker] : []
    return template
  }

  private static func template(
    _ role: String, _ key: String, _ curve: EllipticCurve, _ validity: Validity
  ) -> CertificateTemplate {
    var template = CertificateTemplate(
      subject: DistinguishedName(role: role), keyLabel: key, validity: validity, digest: .sha256)
    template.curve = curve
    return template
  }
}
