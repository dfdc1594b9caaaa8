/// The first octet of the signature of an iOS 6 transaction receipt, and what follows from it (observed on 10 published ones).
public enum TransactionVersion: UInt8, CaseIterable, Sendable {
  /// RSA-1024 and SHA-1, a signer of an issuer of its own.
  case two = 2
  /// RSA-2048 and SHA-1, a signer under the receipts' intermediate of the SHA-1 era.
  case three = 3
  /// RSA-2048 and SHA-256, a signer under the receipts' intermediate of the SHA-256 era.
  case four = 4

  /// Digest of the signature.
  public var digest: Digest { self == .four ? .sha256 : .sha1 }

  /// Size of the signer's key, whatever the size of the authority's other keys.
  public var keySize: KeySize { self == .two ? .bits1024 : .bits2048 }
}

/// The certificates behind an iOS 6 transaction receipt. Only the signer is embedded in it.
public struct TransactionChain: Sendable {
  /// The trust anchor.
  public let root: TestCertificate
  /// The signer's issuer; has to be given to whoever shall verify the chain.
  public let issuer: TestCertificate
  /// The certificate in the receipt.
  public let signer: TestCertificate
  /// What the signature looks like.
  public let version: TransactionVersion

  /// A chain from certificates that may have been issued one by one; not checked.
  public init(root: TestCertificate, issuer: TestCertificate, signer: TestCertificate, version: TransactionVersion) {
    self.root = root
    self.issuer = issuer
    self.signer = signer
    self.version = version
  }
}

extension TestAuthority {
  /// Root, issuer and signer of iOS 6 transaction receipts. The signer has the marker 1.2.840.113635.100.6.5.1 in every version,
  /// though that was observed on version 2 only.
  ///
  /// - Throws: as ``issue(_:by:)``.
  public func transactionChain(_ version: TransactionVersion) throws(MintError) -> TransactionChain {
    let era: Era = version == .four ? .sha256 : .sha1
    let receipts = try chain(ChainOptions(era))
    var validity = era.signerValidity
    var issuer = receipts.intermediate
    if version == .two {
      var template = CertificateTemplate(
        subject: DistinguishedName(role: "Store Certification"), keyLabel: "transaction issuer",
        validity: Validity("2011-05-19T18:31:30Z", "2016-05-18T18:31:30Z"), digest: .sha1)
      template.becomeAuthority()
      issuer = try issue(template, by: receipts.root)
      validity = Validity("2014-06-07T00:02:21Z", "2016-05-18T18:31:30Z")
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
