enum ASN1Preview {
  /// Longer contents are truncated before they are converted to text. No terminal is wider.
  static let maximumOctets = 256

  static func tagName(_ header: ASN1Header) -> String {
    switch header.tagClass {
    case .universal: header.isEndOfContents ? "end of contents" : universal[header.tag] ?? "[UNIVERSAL \(header.tag)]"
    case .application: "[APPLICATION \(header.tag)]"
    case .contextSpecific: "[\(header.tag)]"
    case .private: "[PRIVATE \(header.tag)]"
    }
  }

  /// X.680, table 1.
  private static let universal = [
    1: "BOOLEAN", 2: "INTEGER", 3: "BIT STRING", 4: "OCTET STRING", 5: "NULL", 6: "OBJECT IDENTIFIER",
    7: "ObjectDescriptor",
    8: "EXTERNAL", 9: "REAL", 10: "ENUMERATED", 11: "EMBEDDED PDV", 12: "UTF8String", 13: "RELATIVE-OID",
    16: "SEQUENCE", 17: "SET",
    18: "NumericString", 19: "PrintableString", 20: "T61String", 21: "VideotexString", 22: "IA5String", 23: "UTCTime",
    24: "GeneralizedTime", 25: "GraphicString", 26: "VisibleString", 27: "GeneralString", 28: "UniversalString",
    30: "BMPString",
  ]

  /// The contents of a primitive element, unescaped; `nil` if there is nothing to show.
  static func text(_ bytes: [UInt8], _ header: ASN1Header) -> String? {
    let contents = bytes[header.contents]
    guard header.tagClass == .universal else { return hex(contents) }
    switch header.tag {
    case 1: return contents.count == 1 ? (contents.first == 0 ? "FALSE" : "TRUE") : hex(contents)
    case 2, 10: return bytes.span.integer(header.contents).map { String($0) } ?? hex(contents)
    case 6:
      guard contents.count <= maximumOctets,
        let (dotted, name) = ObjectIdentifierName.read(Array(bytes[header.start..<header.contents.upperBound]))
      else { return hex(contents) }
      return name.map { "\($0) (\(dotted))" } ?? dotted
    case 12, 18, 19, 20, 22, 26, 27:
      return "\"" + String(decoding: contents.prefix(maximumOctets), as: UTF8.self) + "\""
    case 23, 24: return String(decoding: contents.prefix(maximumOctets), as: UTF8.self)
    default: return hex(contents)
    }
  }

  /// `30 82 01 0a`
  static func hex(_ contents: ArraySlice<UInt8>) -> String? {
    guard !contents.isEmpty else { return nil }
    let digits = hexadecimal(contents.prefix(maximumOctets / 4))
    return digits + (contents.count > maximumOctets / 4 ? "…" : "")
  }
}
