extension ASN1Header {
  /// Longer contents are truncated before they are converted to text. No terminal is wider.
  static let maximumOctets = 256

  var tagName: String {
    switch tagClass {
    case .universal: isEndOfContents ? "end of contents" : Self.universalNames[tag] ?? "[UNIVERSAL \(tag)]"
    case .application: "[APPLICATION \(tag)]"
    case .contextSpecific: "[\(tag)]"
    case .private: "[PRIVATE \(tag)]"
    }
  }

  /// The names of the universal tags (X.680, table 1).
  private static let universalNames = [
    1: "BOOLEAN", 2: "INTEGER", 3: "BIT STRING", 4: "OCTET STRING", 5: "NULL", 6: "OBJECT IDENTIFIER",
    7: "ObjectDescriptor",
    8: "EXTERNAL", 9: "REAL", 10: "ENUMERATED", 11: "EMBEDDED PDV", 12: "UTF8String", 13: "RELATIVE-OID",
    16: "SEQUENCE", 17: "SET",
    18: "NumericString", 19: "PrintableString", 20: "T61String", 21: "VideotexString", 22: "IA5String", 23: "UTCTime",
    24: "GeneralizedTime", 25: "GraphicString", 26: "VisibleString", 27: "GeneralString", 28: "UniversalString",
    30: "BMPString",
  ]

  /// The contents of a primitive element, unescaped; `nil` if there is nothing to show.
  func text(in bytes: [UInt8]) -> String? {
    let octets = bytes[contents]
    guard tagClass == .universal else { return Self.hex(octets) }
    switch tag {
    // BOOLEAN
    case 1: return octets.count == 1 ? (octets.first == 0 ? "FALSE" : "TRUE") : Self.hex(octets)
    // INTEGER, ENUMERATED
    case 2, 10: return bytes.span.integer(contents).map { String($0) } ?? Self.hex(octets)
    // OBJECT IDENTIFIER
    case 6:
      guard octets.count <= Self.maximumOctets,
        let (dotted, openSSLName) = OpenSSL.withObject(
          Array(bytes[start..<contents.upperBound]), { (OpenSSL.dotted($0), OpenSSL.name($0)) })
      else { return Self.hex(octets) }
      let name = MarkerOID.names[dotted] ?? openSSLName
      return name == dotted || name.isEmpty ? dotted : "\(name) (\(dotted))"
    // Strings in UTF-8, or in a part of ASCII.
    case 12, 18, 19, 20, 22, 26, 27:
      return "\"" + String(decoding: octets.prefix(Self.maximumOctets), as: UTF8.self) + "\""
    // UTCTime, GeneralizedTime
    case 23, 24: return String(decoding: octets.prefix(Self.maximumOctets), as: UTF8.self)
    default: return Self.hex(octets)
    }
  }

  /// `3082010a`, of at most 64 octets.
  private static func hex(_ contents: ArraySlice<UInt8>) -> String? {
    guard !contents.isEmpty else { return nil }
    let digits = hexadecimal(contents.prefix(maximumOctets / 4))
    return digits + (contents.count > maximumOctets / 4 ? "…" : "")
  }
}
