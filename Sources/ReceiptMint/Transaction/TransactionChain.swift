import ReceiptAnalysis

/// The certificates of an iOS 6 transaction receipt. Only the signer is embedded in it.
package struct TransactionChain: Sendable {
  /// The trust anchor.
  package let root: TestCertificate
  /// The signer's issuer, which a verifier of the chain needs.
  package let issuer: TestCertificate
  /// The certificate in the receipt.
  package let signer: TestCertificate
  /// The version of the signature.
  package let version: TransactionVersion

  /// Makes a chain from certificates that may have been issued one by one. They are not checked.
  package init(root: TestCertificate, issuer: TestCertificate, signer: TestCertificate, version: TransactionVersion) {
    self.root = root
    self.issuer = issuer
    self.signer = signer
    self.version = version
  }

  /// Signs the receipt, with the fault of `flaw`.
  ///
  ///     signature = version octet ‖ RSA PKCS#1 v1.5 over (version octet ‖ purchase-info)
  ///                 ‖ length of the certificate, 4 octets, most significant first ‖ certificate, DER
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)``.
  package func mint(
    _ transaction: TransactionDescription, flaw: SignerDescription.Flaw? = nil
  ) throws(MintError) -> MintedTransaction {
    let purchaseInfo = transaction.purchaseInfoOctets
    let signed: [UInt8] = if case .signedOther(let other) = flaw { other } else { purchaseInfo }
    var signature = try signer.sign([version.rawValue] + signed, digest: version.digest)
    if flaw == .flippedSignature, let last = signature.indices.last { signature[last] ^= 1 }
    let certificate = signer.der
    let length = (0..<4).map { UInt8(truncatingIfNeeded: certificate.count >> (24 - 8 * $0)) }
    let blob = [version.rawValue] + signature + length + certificate

    var entries = [
      PropertyListEntry("signature", Base64.encode(blob)),
      PropertyListEntry("purchase-info", Base64.encode(purchaseInfo)),
    ]
    let unsigned = [
      ("environment", transaction.environment), ("pod", transaction.pod), ("signing-status", transaction.signingStatus),
    ]
    entries += unsigned.compactMap { key, value in value.map { PropertyListEntry(key, $0) } }
    return MintedTransaction(
      purchaseInfo: purchaseInfo, signatureBlob: blob, propertyList: PropertyListEntry.list(entries))
  }
}

extension TestAuthority {
  /// Root, issuer and signer of iOS 6 transaction receipts.
  ///
  /// The signer has the marker 1.2.840.113635.100.6.5.1 in every version, although it was observed on version 2 only.
  ///
  /// - Parameters:
  ///   - version: the version of the receipts.
  ///   - date: when the purchase was made, `YYYY-MM-DDThh:mm:ssZ`: certificates that were not valid at that time are
  ///     replaced, as by ``ChainOptions/init(_:holdingAt:)``. nil: certificates with Apple's dates.
  /// - Throws: ``MintError/invalidTime(_:)`` for a validity of another format, ``MintError/openSSL(call:reason:)``.
  package func transactionChain(
    _ version: TransactionVersion, holdingAt date: String? = nil
  ) throws(MintError) -> TransactionChain {
    let era = version.era
    let options = date.map { ChainOptions(era, holdingAt: $0) } ?? ChainOptions(era)
    let receipts = try chain(options)
    var validity = options.signerValidity
    var issuer = receipts.intermediate
    if version == .two {
      var template = CertificateTemplate(
        subject: DistinguishedName(role: "Store Certification"), keyLabel: "transaction issuer",
        validity: date == nil
          ? Validity("2011-05-19T18:31:30Z", "2016-05-18T18:31:30Z") : options.intermediateValidity, digest: .sha1)
      template.becomeAuthority()
      issuer = try issue(template, by: receipts.root)
      if date == nil { validity = Validity("2014-06-07T00:02:21Z", "2016-05-18T18:31:30Z") }
    }
    var template = CertificateTemplate(
      subject: DistinguishedName(role: "PurchaseReceiptCertificate"), keyLabel: "transaction signer",
      validity: validity, digest: era.digest)
    template.keySize = version.keySize
    template.markers = [.transactionSignerMarker]
    return TransactionChain(
      root: receipts.root, issuer: issuer, signer: try issue(template, by: issuer), version: version)
  }
}
