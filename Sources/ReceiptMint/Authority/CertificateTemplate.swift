/// The period in which a certificate is valid, both ends included. Each end is `YYYY-MM-DDThh:mm:ssZ`.
public struct Validity: Hashable, Sendable {
  /// The first second of the period.
  package var notBefore: String
  /// The last second.
  package var notAfter: String

  /// Makes a period from two times, each `YYYY-MM-DDThh:mm:ssZ`. Their form is checked when a certificate is issued.
  public init(_ notBefore: String, _ notAfter: String) {
    self.notBefore = notBefore
    self.notAfter = notAfter
  }
}

/// `KeyUsage ::= BIT STRING` (RFC 5280 §4.2.1.3); raw values are the octet of the bit string.
package struct KeyUsage: OptionSet, Hashable, Sendable {
  /// Bit 0 of the standard is the most significant one.
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Signs data: the only key usage of Apple's receipt signers.
  package static let digitalSignature = KeyUsage(rawValue: 0x80)
  /// Encrypts keys. No signer of Apple's has this usage.
  static let keyEncipherment = KeyUsage(rawValue: 0x20)
  /// Signs certificates: root and intermediate.
  package static let certificateSigning = KeyUsage(rawValue: 0x04)
  /// Signs revocation lists: root and intermediate.
  package static let revocationListSigning = KeyUsage(rawValue: 0x02)
}

/// All parts of a certificate to be issued. All may be set freely: tests need wrong certificates, too.
package struct CertificateTemplate: Hashable, Sendable {
  package var subject: DistinguishedName
  /// The label of the certified key: the same text, seed and size give the same key.
  package var keyLabel: String
  /// The size of the certified key; nil: the size of the authority.
  package var keySize: KeySize?
  /// The curve of the certified key; nil: it is an RSA key.
  package var curve: EllipticCurve?
  package var validity: Validity
  /// The digest of the issuer's signature, if that is an RSA signature.
  package var digest: Digest
  /// Basic constraints, critical: whether the holder may issue certificates.
  package var isAuthority = false
  /// Basic constraints: the maximum number of intermediates that may follow; nil: not written.
  package var pathLength: Int64?
  /// Key usage, critical; no extension if empty.
  package var keyUsage: KeyUsage = .digitalSignature
  /// The only certificate policy, without qualifiers; no extension if nil.
  var policy: OID?
  /// Whether subject and authority key identifiers are written. Xcode's certificate has none.
  package var hasKeyIdentifiers = true
  /// Whether a critical extended key usage "code signing" is written, as Xcode's certificate has.
  package var isForCodeSigning = false
  /// Marker extensions, not critical, value NULL, as Apple writes them.
  package var markers: [OID] = []
  /// The serial number, unsigned octets; nil: the first 16 octets of a digest of everything else in the certificate.
  package var serialNumber: [UInt8]?

  /// A template for an end-entity certificate with key usage digitalSignature and no markers.
  package init(subject: DistinguishedName, keyLabel: String, validity: Validity, digest: Digest) {
    self.subject = subject
    self.keyLabel = keyLabel
    self.validity = validity
    self.digest = digest
  }

  /// Turns the template into the template of a certificate authority: basic constraints and key usage as in Apple's
  /// root.
  mutating func becomeAuthority(pathLength: Int64? = nil) {
    isAuthority = true
    self.pathLength = pathLength
    keyUsage = [.certificateSigning, .revocationListSigning]
  }
}
