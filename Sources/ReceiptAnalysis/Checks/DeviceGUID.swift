/// The identifier of a device. A receipt contains a hash over it, and not the identifier itself.
///
/// On iOS it is the 16 bytes of `identifierForVendor`, on macOS the 6 bytes of the first network interface's MAC
/// address (Apple, "Validating receipts on the device").
public struct DeviceGUID: Equatable, Sendable {
  /// The form in which a GUID was written.
  package enum Form: String, CaseIterable, Sendable {
    /// 16 bytes in five groups of hexadecimal digits: `956328D9-CC6A-47F4-BE40-6953FB0AB6C7`.
    case uuid
    /// 16 bytes as hexadecimal digits.
    case hex
    /// 16 or 6 bytes in base64, standard or URL-safe, padded or not.
    case base64
    /// 6 bytes as hexadecimal digits: `00:1B:63:84:45:E6`.
    case macAddress = "mac-address"
  }

  package static let acceptedForms: Message =
    "use a UUID (956328D9-CC6A-47F4-BE40-6953FB0AB6C7), 32 hexadecimal digits, base64 of 16 bytes, or a MAC address "
    + "(00:1B:63:84:45:E6)"
  /// A MAC address, a UUID, or 16 bytes in hexadecimal or base64, as a regular expression for other programs.
  package static let pattern =
    "^(([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
    + "|[0-9A-Fa-f]{32}|[0-9A-Za-z+/]{21}[AQgw]==)$"

  /// All forms are shorter, even with white space around them.
  private static let longestText = 1024

  /// The bytes that are hashed: 16 or 6.
  public let octets: [UInt8]
  package let form: Form

  /// Reads a GUID as a UUID, as hexadecimal digits or in base64.
  ///
  /// Digits may be in upper or lower case. Colons, spaces or hyphens may separate them, braces or angle brackets may
  /// enclose them, and `0x` may precede them.
  ///
  /// - Throws: an error for a text of any other form, and for one that does not stand for 6 or 16 bytes.
  public init(_ text: String) throws(ExpectationError) {
    guard text.utf8.count <= DeviceGUID.longestText else {
      throw ExpectationError(
        "a text of \(text.utf8.count.grouped) bytes is no device GUID", hint: DeviceGUID.acceptedForms)
    }
    let plain = DeviceGUID.withoutWrapping(text)
    let isSeparator: (UInt8) -> Bool = { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") }
    let digits = plain.filter { !isSeparator($0) }
    if let octets = DeviceGUID.hexadecimal(digits), [6, 16].contains(octets.count) {
      let hasHyphens = plain.contains(UInt8(ascii: "-"))
      self.init(octets: octets, form: octets.count == 6 ? .macAddress : hasHyphens ? .uuid : .hex)
    } else if DeviceGUID.hexadecimal(digits) == nil, let octets = DeviceGUID.base64(plain),
      [6, 16].contains(octets.count)
    {
      // Text of only hexadecimal digits is a truncated UUID, never base64 (8 digits are also base64 of 6 bytes).
      self.init(octets: octets, form: .base64)
    } else {
      let count = (DeviceGUID.hexadecimal(digits) ?? DeviceGUID.base64(plain)).map { ": it has \($0.count) bytes" }
      throw ExpectationError("'\(text)' is not a device GUID\(count ?? "")", hint: DeviceGUID.acceptedForms)
    }
  }

  /// Makes a GUID from bytes of any length: ``Receipt/deviceHash(of:)`` hashes any given octets.
  package init(octets: [UInt8], form: Form) {
    self.octets = octets
    self.form = form
  }

  private static func withoutWrapping(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)[...]
    while let last = bytes.last, last.isASCIISpace { bytes.removeLast() }
    bytes = bytes.drop(while: \.isASCIISpace)
    for (open, close) in [("<", ">"), ("{", "}")] where bytes.starts(with: open.utf8) && bytes.last == close.utf8.first
    {
      bytes = bytes.dropFirst().dropLast()
    }
    if bytes.starts(with: "0x".utf8) || bytes.starts(with: "0X".utf8) { bytes = bytes.dropFirst(2) }
    return Array(bytes)
  }

  private static func hexadecimal(_ digits: [UInt8]) -> [UInt8]? {
    digits.isEmpty ? nil : ReceiptReading.octets(ofHexadecimal: String(decoding: digits, as: UTF8.self))
  }

  private static func base64(_ text: [UInt8]) -> [UInt8]? {
    var text = text.map {
      $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
    }
    while text.last == UInt8(ascii: "=") { text.removeLast() }
    text += Array(repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
    return Base64.decodeCanonical(text)
  }
}

extension Receipt {
  /// The device hash that this receipt would have on a device: SHA-1 over the GUID, the opaque value, and the value of
  /// the bundle identifier's attribute including its ASN.1 header.
  ///
  /// Source: Apple, "Validating receipts on the device"; checked on 5 devices.
  ///
  /// - Parameter guid: the octets of the GUID.
  /// - Returns: 20 octets, or `nil` if the receipt has no opaque value or no bundle identifier, or if libcrypto fails.
  package func deviceHash(of guid: [UInt8]) -> [UInt8]? {
    // Attribute 2 is the bundle identifier.
    guard let opaqueValue, let bundle = attributes.first(where: { $0.type == 2 }) else { return nil }
    let digest = DigestAlgorithm.sha1.digest(guid + opaqueValue + payload[bundle.value])
    return digest.isEmpty ? nil : digest
  }
}
