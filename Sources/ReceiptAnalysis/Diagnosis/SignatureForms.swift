/// The readings of what stands where a signature belongs, each with what is wrong with how it is written.
struct SignatureForms {
  /// One reading: DER (RFC 3279, 2.2.3).
  struct Form {
    let signature: [UInt8]
    let causes: [Cause]
  }

  private(set) var all: [Form] = []

  /// - Parameter isJWS: whether r and s belong there, in base64url, and not DER in base64.
  init(_ text: String, isJWS: Bool) {
    for (octets, causes) in Self.readings(text, isJWS: isJWS) {
      if octets.first == 0x30, octets.count == octets.dropFirst().first.map({ Int($0) + 2 }) {
        all.append(Form(signature: octets, causes: causes + (isJWS ? [.offerDERSignature] : [])))
      }
      if let der = InAppPurchasePublicKey.der(octets) {
        all.append(Form(signature: der, causes: causes + (isJWS ? [] : [.offerRawSignature])))
      }
    }
  }

  /// What a text decodes to, also a second time.
  private static func readings(_ text: String, isJWS: Bool) -> [(octets: [UInt8], causes: [Cause])] {
    decoded(Array(text.utf8), isJWS: isJWS).flatMap { once, isExact in
      let causes: [Cause] = isExact ? [] : [.offerTextForm]
      return [(once, causes)] + decoded(once, isJWS: false).map { ($0.octets, causes + [.offerEncodedTwice]) }
    }
  }

  /// The octets of a part of a JWS, also of one in standard base64 or with padding.
  static func part(_ text: [UInt8]) -> [UInt8]? { decoded(text, isJWS: true).first?.octets }

  /// - Returns: octets, and whether the text has exactly the form that belongs there. Hexadecimal digits are base64,
  ///   too.
  private static func decoded(_ text: [UInt8], isJWS: Bool) -> [(octets: [UInt8], isExact: Bool)] {
    let exact = isJWS ? Base64URL.decodeStrict(text[...]) : Base64.decodeCanonical(text, 0..<text.count)
    if let exact, !exact.isEmpty, !text.allSatisfy({ $0.hexValue != nil }) { return [(exact, true)] }
    let plain = text.filter { !$0.isASCIISpace && $0 != UInt8(ascii: "=") }.map { character in
      switch character {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: character
      }
    }
    return [octets(ofHexadecimal: String(decoding: plain, as: UTF8.self)), Base64URL.decodeStrict(plain[...])]
      .compactMap { $0 }.filter { !$0.isEmpty }.map { ($0, false) }
  }
}
