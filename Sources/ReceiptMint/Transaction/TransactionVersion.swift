/// The first octet of the signature of an iOS 6 transaction receipt, and its meaning (observed on 10 published ones).
package enum TransactionVersion: UInt8, CaseIterable, Sendable {
  /// RSA-1024 and SHA-1, a signer with a separate issuer.
  case two = 2
  /// RSA-2048 and SHA-1, a signer under the receipts' intermediate of the SHA-1 era.
  case three = 3
  /// RSA-2048 and SHA-256, a signer under the receipts' intermediate of the SHA-256 era.
  case four = 4

  /// Digest of the signature.
  package var digest: Digest { self == .four ? .sha256 : .sha1 }

  /// The era of the certificates. Version 2 has a separate issuer under the same root.
  var era: Era { self == .four ? .sha256 : .sha1 }

  /// Size of the signer's key, independent of the authority's other keys.
  package var keySize: KeySize { self == .two ? .bits1024 : .bits2048 }
}

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
