/// A possible reading of a text in the place of a signature, with the faults of its form.
struct SignatureForm {
  /// DER (RFC 3279, 2.2.3).
  let signature: [UInt8]
  let causes: [Cause]

  /// All possible readings.
  ///
  /// - Parameter isJWS: whether the expected form is r and s in base64url, instead of DER in base64.
  static func all(_ text: String, isJWS: Bool) -> [SignatureForm] {
    var forms: [SignatureForm] = []
    for (octets, causes) in readings(text, isJWS: isJWS) {
      // A SEQUENCE (30) whose length octet counts all that follow.
      let isDER = octets.first == 0x30 && octets.count == octets.dropFirst().first.map { Int($0) + 2 }
      if isDER {
        forms.append(SignatureForm(signature: octets, causes: causes + (isJWS ? [.offerDERSignature] : [])))
      }
      if let der = InAppPurchasePublicKey.der(octets) {
        forms.append(SignatureForm(signature: der, causes: causes + (isJWS ? [] : [.offerRawSignature])))
      }
    }
    return forms
  }

  /// The fault in the form of a JWS signature, as a clause after "it is"; `nil` for 64 octets in base64url (RFC 7518,
  /// 3.4).
  static func fault(ofJWS text: ArraySlice<UInt8>) -> Message? {
    let octets = Base64.decodeURL(text)
    if octets?.count == 64 { return nil }
    guard let form = all(String(decoding: text, as: UTF8.self), isJWS: true).first else {
      if let octets { return "\(octets.count) octets long, where ES256 has 64" }
      let isCut = text.count < 86 && text.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_".utf8.contains($0) }
      return isCut ? "\(text.count) characters long, where ES256 has 86: its end is missing" : "not base64url"
    }
    let clauses = form.causes.map { cause -> Message in
      switch cause {
      case .offerEncodedTwice: "in base64 more than once"
      case .offerDERSignature: "in DER, where r and s belong, 64 octets: ES256 of a JWT library makes those"
      default: writing(text)
      }
    }
    return clauses.isEmpty ? "written otherwise" : "written \(clauses.joined { "\($0), and \($1)" })"
  }

  private static func writing(_ text: ArraySlice<UInt8>) -> Message {
    if text.allSatisfy({ $0.hexValue != nil }) { return "in hexadecimal digits, where base64url belongs" }
    return text.contains { "+/".utf8.contains($0) }
      ? "in standard base64, where base64url belongs" : "with `=`, which a JWS does not have"
  }

  /// The possible results of decoding a text, even two or three times.
  private static func readings(_ text: String, isJWS: Bool) -> [(octets: [UInt8], causes: [Cause])] {
    decoded(Array(text.utf8), isJWS: isJWS).flatMap { once, isExact in
      let causes: [Cause] = isExact ? [] : [.offerTextForm]
      return [(once, causes)] + decodedAgain(once, times: 2).map { ($0, causes + [.offerEncodedTwice]) }
    }
  }

  private static func decodedAgain(_ octets: [UInt8], times: Int) -> [[UInt8]] {
    if times == 0 { return [] }
    return decoded(octets, isJWS: false).flatMap { [$0.octets] + decodedAgain($0.octets, times: times - 1) }
  }

  /// The octets of a part of a JWS, even if it is in standard base64 or has padding.
  static func part(_ text: [UInt8]) -> [UInt8]? { decoded(text, isJWS: true).first?.octets }

  /// - Returns: the octets, and whether the text has exactly the expected form. Hexadecimal digits are also base64.
  private static func decoded(_ text: [UInt8], isJWS: Bool) -> [(octets: [UInt8], isExact: Bool)] {
    let exact = isJWS ? Base64.decodeURL(text[...]) : Base64.decodeCanonical(text)
    if let exact, !exact.isEmpty, !text.allSatisfy({ $0.hexValue != nil }) { return [(exact, true)] }
    let text = text[...].percentDecoded?.bytes ?? text
    // In a text from a form, a space may have been a plus sign.
    let forms = text.contains(0x20) ? [text.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }, text] : [text]
    return forms.flatMap { form in
      let plain = form.filter { !$0.isASCIISpace && $0 != UInt8(ascii: "=") }.map(urlSafe)
      return [octets(ofHexadecimal: String(decoding: plain, as: UTF8.self)), Base64.decodeURL(plain[...])]
    }
    .compactMap { $0 }.filter { !$0.isEmpty }.map { ($0, false) }
  }

  private static func urlSafe(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: character
    }
  }
}
