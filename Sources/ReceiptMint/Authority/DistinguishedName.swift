/// An X.501 name of a test certificate.
///
/// The organization always says TEST and "not Apple", so that no minted certificate can be mistaken for a real one,
/// regardless of its common name.
package struct DistinguishedName: Hashable, Sendable {
  /// The organization of every minted certificate.
  package static let organization = "receipt-tool TEST PKI (not Apple)"

  package let commonName: String
  /// OU, if two certificates of one role must be distinguished ("G5").
  package let organizationalUnit: String?

  /// A name with the common name `TEST role (not Apple)`.
  package init(role: String, organizationalUnit: String? = nil) {
    self.init(commonName: "TEST \(role) (not Apple)", organizationalUnit: organizationalUnit)
  }

  /// A name with any common name, for certificates that readers recognise by their common name ("StoreKit").
  init(commonName: String, organizationalUnit: String? = nil) {
    self.commonName = commonName
    self.organizationalUnit = organizationalUnit
  }

  /// `Name ::= SEQUENCE OF SET OF SEQUENCE { type OBJECT IDENTIFIER, value DirectoryString }` (RFC 5280 §4.1.2.4).
  ///
  /// CN, OU, O, C, in the order of Apple's signer. The country is ZZ, which ISO 3166 leaves unassigned.
  package var encoded: [UInt8] {
    var attributes = [Self.attribute(.commonName, DEREncoder.utf8String(commonName))]
    if let organizationalUnit {
      attributes.append(Self.attribute(.organizationalUnit, DEREncoder.utf8String(organizationalUnit)))
    }
    attributes.append(Self.attribute(.organization, DEREncoder.utf8String(Self.organization)))
    attributes.append(Self.attribute(.country, DEREncoder.printableString("ZZ")))
    return DEREncoder.sequence(attributes)
  }

  private static func attribute(_ type: OID, _ value: [UInt8]) -> [UInt8] {
    DEREncoder.set([DEREncoder.sequence(DEREncoder.objectIdentifier(type), value)])
  }
}
