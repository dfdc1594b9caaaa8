/// The certificates of a root, an intermediate and a signer, as in a receipt that Apple signed.
public struct SigningChain: Sendable {
  /// The trust anchor, self-signed.
  public var root: TestCertificate
  /// The certificate that is embedded as the signer's issuer.
  ///
  /// It did not issue the signer in a chain made with ``ChainOptions/wrongIntermediate``.
  package var intermediate: TestCertificate
  /// The certificate whose key signs the receipt.
  package var signer: TestCertificate
  /// The digest of the era, the default for receipts signed under this chain.
  package var digest: Digest

  /// Makes a chain from certificates that may have been issued one by one. They are not checked.
  package init(root: TestCertificate, intermediate: TestCertificate, signer: TestCertificate, digest: Digest) {
    self.root = root
    self.intermediate = intermediate
    self.signer = signer
    self.digest = digest
  }

  /// The chain of a certificate that issued itself, as that of StoreKit testing in Xcode did.
  package init(selfSigned certificate: TestCertificate) {
    self.init(root: certificate, intermediate: certificate, signer: certificate, digest: .sha256)
  }

  /// Whether one certificate is all of the chain.
  var isSelfSigned: Bool { signer.der == root.der }

  /// The embedded certificates. Signer, intermediate, root: the order of real receipts.
  ///
  /// 226 of 226 receipts are not sorted as DER requires; all receipts that were examined for their order have this one.
  package var certificates: [TestCertificate] { isSelfSigned ? [signer] : [signer, intermediate, root] }
}

/// Variations of a chain. The defaults give a correct one.
public struct ChainOptions: Sendable {
  /// An intermediate that did not issue the signer.
  package enum WrongIntermediate: Sendable, CaseIterable {
    /// The wrong intermediate has the name of the issuer, but another key.
    case sameName
    /// The wrong intermediate has another name and another key.
    case otherName
  }

  /// The era, which determines the digests and the default dates.
  package var era: Era
  /// Validity of the root.
  package var rootValidity: Validity
  /// Validity of the intermediate.
  package var intermediateValidity: Validity
  /// The validity of the signer's certificate.
  public var signerValidity: Validity
  /// Whether the signer has the marker 1.2.840.113635.100.6.11.1.
  package var hasSignerMarker = true
  /// Whether the intermediate has the marker 1.2.840.113635.100.6.2.1.
  package var hasIntermediateMarker = true
  /// Whether the intermediate may issue certificates; without it the chain is invalid (RFC 5280 §6.1.4 k).
  package var intermediateIsAuthority = true
  /// Key usage of the signer; signed data only.
  var signerKeyUsage: KeyUsage = .digitalSignature
  /// Replaces the intermediate by a certificate that did not issue the signer.
  package var wrongIntermediate: WrongIntermediate?

  /// Makes the options for a correct chain of an era.
  public init(_ era: Era = .sha256) {
    self.era = era
    rootValidity = era.rootValidity
    intermediateValidity = era.intermediateValidity
    signerValidity = era.signerValidity
  }
}
