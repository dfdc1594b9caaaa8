import COpenSSL

extension Certificate {
  /// Which rule of RFC 5280 the certificate breaks, of those that OpenSSL does not apply when it builds a chain; `nil`
  /// if it breaks none. The anchor need not follow them.
  ///
  /// Other readers apply these rules, so without them a chain that breaks one would be good only here. They apply to
  /// every chain, even under the user's anchor, and each has its own error text.
  var departure: Message? { departureReason.map { "the certificate of \(displayName) \($0)" } }

  private var departureReason: Message? {
    let handle = handle
    let version = X509_get_version(handle)
    // Version 3 is encoded as 2. Earlier versions have no extensions, and later ones do not exist.
    guard version == 2 else {
      return "has version \(version.addingReportingOverflow(1).partialValue), where it has to be 3 (RFC 5280, 4.1.2.1)"
    }
    if let reason = Self.serialNumberReason(X509_get0_serialNumber(handle)) { return reason }
    guard der.isDER else { return "is not in DER (RFC 5280, 4.1)" }
    let isAuthority = X509_get_extension_flags(handle) & UInt32(EXFLAG_CA) != 0
    return Self.extensionReason(extensions, isAuthority: isAuthority)
  }

  private static func serialNumberReason(_ number: UnsafePointer<ASN1_INTEGER>?) -> Message? {
    let octets = OpenSSL.octets(of: number)
    guard octets.count <= 20 else {
      return "has a serial number of \(octets.count) octets, where 20 are the most (RFC 5280, 4.1.2.2)"
    }
    // OpenSSL stores the sign separately from the octets.
    guard ASN1_STRING_type(number) == V_ASN1_INTEGER, octets.contains(where: { $0 != 0 }) else {
      return "has a serial number that is not positive (RFC 5280, 4.1.2.2)"
    }
    return nil
  }

  private static func extensionReason(_ extensions: [Extension], isAuthority: Bool) -> Message? {
    var seen: Set<String> = []
    for found in extensions {
      guard seen.insert(found.identifier).inserted else {
        return "has the extension \(found.identifier) twice (RFC 5280, 4.2)"
      }
      // The extensions of RFC 5280 itself; others may contain anything.
      guard !found.identifier.hasPrefix("2.5.29.") || found.value.isDER else {
        return "has the extension \(found.identifier), which is not in DER (RFC 5280, 4.2)"
      }
      // OpenSSL compares the names of lower certificates with name constraints, wherever these occur.
      guard found.identifier != nameConstraints || found.isCritical && isAuthority else {
        return "has name constraints, which have to be critical and an authority's (RFC 5280, 4.2.1.10)"
      }
    }
    return nil
  }

  /// Why the certificate was issued for purposes other than signing receipts; `nil` for a certificate without such
  /// purposes.
  ///
  /// There is no standard purpose for receipts, and Apple's certificates name none. A certificate that names purposes
  /// must allow any purpose.
  var otherPurpose: Message? {
    guard let found = extensions.first(where: { $0.identifier == Self.extendedKeyUsage }) else { return nil }
    let purposes = Self.dottedPurposes(found.value)
    guard !purposes.contains(Self.anyPurpose) else { return nil }
    guard !purposes.isEmpty else {
      return "the certificate of \(displayName) is for no purpose (extended key usage of none; RFC 5280, 4.2.1.12)"
    }
    let named = purposes.prefix(3).joined(separator: ", ")
    return "the certificate of \(displayName) is for other purposes (extended key usage \(named); RFC 5280, 4.2.1.12)"
  }

  /// `ExtKeyUsageSyntax ::= SEQUENCE SIZE (1..MAX) OF KeyPurposeId` (RFC 5280, 4.2.1.12), dotted.
  private static func dottedPurposes(_ value: [UInt8]) -> [String] {
    let bytes = value.span.bytes
    guard let list = DERHeader(bytes, at: 0, limit: value.count) else { return [] }
    var position = list.start
    var found: [String] = []
    while let header = DERHeader(bytes, at: position, limit: list.end) {
      found.append(OpenSSL.withObject(Array(value[position..<header.end])) { OpenSSL.dotted($0) } ?? "?")
      position = header.end
    }
    return found
  }

  private static let nameConstraints = "2.5.29.30"
  private static let extendedKeyUsage = "2.5.29.37"
  private static let anyPurpose = "2.5.29.37.0"
}
