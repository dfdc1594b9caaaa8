/// When a certificate is valid, both ends included; each `YYYY-MM-DDThh:mm:ssZ`.
public struct Validity: Hashable, Sendable {
  /// The first second.
  public var notBefore: String
  /// The last second.
  public var notAfter: String

  /// A validity from two times, each `YYYY-MM-DDThh:mm:ssZ`; checked when a certificate is issued.
  public init(_ notBefore: String, _ notAfter: String) {
    self.notBefore = notBefore
    self.notAfter = notAfter
  }
}

/// `KeyUsage ::= BIT STRING` (RFC 5280 §4.2.1.3); raw values are the octet of the bit string.
public struct KeyUsage: OptionSet, Hashable, Sendable {
  /// The octet: bit 0 of the standard is the most significant one.
  public let rawValue: UInt8
  /// The octet as it is encoded.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Signs data: the only key usage of Apple's receipt signers.
  public static let digitalSignature = KeyUsage(rawValue: 0x80)
  /// Signs certificates: root and intermediate.
  public static let certificateSigning = KeyUsage(rawValue: 0x04)
  /// Signs revocation lists: root and intermediate.
  public static let revocationListSigning = KeyUsage(rawValue: 0x02)
}

/// All parts of a certificate to be issued. All may be set freely: tests need wrong certificates, too.
public struct CertificateTemplate: Hashable, Sendable {
  /// The name of the holder.
  public var subject: DistinguishedName
  /// The label of the certified key: the same text, seed and size give the same key.
  public var keyLabel: String
  /// Size of that key; nil: the size of the authority.
  public var keySize: KeySize?
  /// The validity of the certificate.
  public var validity: Validity
  /// Digest of the issuer's signature on it.
  public var digest: Digest
  /// Basic constraints, critical: whether it may issue certificates.
  public var isAuthority = false
  /// Basic constraints: how many intermediates may follow; written only when given.
  public var pathLength: Int64?
  /// Key usage, critical; no extension if empty.
  public var keyUsage: KeyUsage = .digitalSignature
  /// Whether subject and authority key identifiers are written. Xcode's certificate has none.
  public var hasKeyIdentifiers = true
  /// Whether a critical extended key usage "code signing" is written, as Xcode's certificate has.
  public var isForCodeSigning = false
  /// Marker extensions, not critical, value NULL, as Apple writes them.
  public var markers: [OID] = []
  /// The serial number, unsigned octets; nil: the first 16 octets of a digest of everything else in the certificate.
  public var serialNumber: [UInt8]?

  /// A template for an end-entity certificate with key usage digitalSignature and no markers.
  public init(subject: DistinguishedName, keyLabel: String, validity: Validity, digest: Digest) {
    self.subject = subject
    self.keyLabel = keyLabel
    self.validity = validity
    self.digest = digest
  }

  /// Turns the template into that of a certificate authority: basic constraints and key usage as in Apple's root.
  mutating func becomeAuthority(pathLength: Int64? = nil) {
    isAuthority = true
    self.pathLength = pathLength
    keyUsage = [.certificateSigning, .revocationListSigning]
  }
}
