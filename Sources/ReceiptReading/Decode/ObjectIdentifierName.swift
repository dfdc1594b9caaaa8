import COpenSSL

enum ObjectIdentifierName {
  /// Dotted form and name of the OBJECT IDENTIFIER element in these bytes, header included.
  /// The name is `nil` if it is unknown; the result is `nil` if the element cannot be read.
  static func read(_ element: [UInt8]) -> (dotted: String, name: String?)? {
    let object = OpenSSL.decode(element) { (pointer, count) in d2i_ASN1_OBJECT(nil, &pointer, count) }
    guard let object else { return nil }
    defer { ASN1_OBJECT_free(object) }
    let dotted = OpenSSL.dotted(object)
    let name = OpenSSL.name(object)
    return (dotted, AppleObjectIdentifiers.names[dotted] ?? (name == dotted || name.isEmpty ? nil : name))
  }
}

/// Apple's identifiers that occur in receipts and that OpenSSL does not know.
package enum AppleObjectIdentifiers {
  package static let names = [
    MarkerOID.receiptSigning: "receipt signing (Apple)",
    MarkerOID.developerRelations: "developer relations (Apple)",
    "1.2.840.113635.100.6.5.1": "store receipt signing (Apple)",
    "1.2.840.113635.100.5.6.1": "certificate policy (Apple)",
  ]
}
