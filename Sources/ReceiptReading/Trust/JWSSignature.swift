/// The signed octets of a JWS, and their signature.
struct SignedOctets {
  /// The octets that the signature covers: both parts and the dot between them, as they are in the text.
  let message: [UInt8]
  /// The signature: r and then s, 32 octets each (RFC 7518, 3.4).
  let signature: [UInt8]

  static let signatureOctets = 64
}

/// The signed octets, the names of the certificates and the signature of a JWS, read strictly. No value in it is
/// trusted.
///
///     BASE64URL(header) . BASE64URL(payload) . BASE64URL(signature)        -- RFC 7515, 7.1
///
/// Apple's signed data has one form (Apple, JWSDecodedHeader): `alg` is ES256, and `x5c` contains leaf, intermediate
/// and root. Everything else is rejected here, although other readers of JSON Web Signatures accept some
/// of it: padding, blanks, a fourth part, a name that occurs twice. Otherwise two readers could read two different
/// payloads with one signature.
struct JWSSignature {
  let signed: SignedOctets
  /// `x5c`, in its order: leaf, intermediate, root; or only the leaf. Each is a certificate in base64, not decoded yet.
  let encodedCertificates: [String]

  /// Why a JWS cannot be proven.
  enum Fault: Error {
    /// The text or the header departs from the only form that Apple's signed data has.
    case wrongForm(Message)
    /// The end of the signature is missing.
    case endMissing(Message)
    /// The values of `x5c` are not certificates, or their number is neither one nor three.
    case certificates(Message)
    /// The JWS declares itself unsigned.
    case unsigned(Message)
  }

  init(_ jws: JSONWebSignature) throws(Fault) {
    try Self.checkText(jws.text)
    let parts = jws.text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .wrongForm("the JWS has \(parts.count) parts, where it has to have three") }
    for (name, part) in [("header" as Message, parts[0]), ("payload", parts[1])] where Base64.decodeURL(part) == nil {
      throw .wrongForm("the \(name) is not strict base64url (RFC 7515, 2)")
    }
    try Self.checkObject(jws.header, "header")
    if !jws.payloadIsNull { try Self.checkObject(jws.payload, "payload") }
    try Self.checkAlgorithm(jws.header["alg"])
    // Extensions that a reader must understand (RFC 7515, 4.1.11); Apple's signed data has none.
    guard jws.header["crit"] == nil else {
      throw .wrongForm("the header demands extensions (`crit`), which Apple's never does")
    }
    // Some readers then use the payload without decoding it (RFC 7797).
    guard jws.header["b64"] == nil else {
      throw .wrongForm("the header says whether the payload is base64url (`b64`), which Apple's never does")
    }
    guard jws.missingCharacters == 0 else {
      throw .endMissing("the signature has \(parts[2].count) characters, where ES256 has 86: its end is missing")
    }
    guard let signature = Base64.decodeURL(parts[2]) else {
      throw .wrongForm("the signature is not strict base64url (RFC 7515, 2)")
    }
    guard signature.count == SignedOctets.signatureOctets else {
      throw .wrongForm(
        "the signature has \(signature.count) octets, where ES256 has \(SignedOctets.signatureOctets)")
    }
    encodedCertificates = try Self.certificateTexts(jws.header["x5c"])
    signed = SignedOctets(message: Array(jws.text[..<parts[1].endIndex]), signature: signature)
  }

  /// Blanks are named in the error, because mail programs and terminals insert them, and the remedy is to remove them.
  private static func checkText(_ text: [UInt8]) throws(Fault) {
    if let blank = text.firstIndex(where: \.isASCIISpace) {
      throw .wrongForm(
        """
        there is a blank or a line break inside the JWS (byte \(blank.grouped)), which its signature does not cover: \
        take it out
        """
      )
    }
    if text.contains(UInt8(ascii: "=")) {
      throw .wrongForm("the JWS has padding ('='), which compact JWS never have, and its signature does not cover")
    }
  }

  /// Demands an object without a repeated name.
  private static func checkObject(_ value: JSONValue, _ name: Message) throws(Fault) {
    guard case .object = value else {
      throw .wrongForm("the \(name) is \(value.kind), where it has to be an object")
    }
    if let twice = value.repeatedName { throw .wrongForm("the \(name) has `\(twice.displayed(limit: 60))` twice") }
  }

  private static func checkAlgorithm(_ value: JSONValue?) throws(Fault) {
    switch value {
    case .string("ES256")?: return
    case .string("none")?:
      throw .unsigned("the header says `alg: none`: nothing is signed")
    case .string(let other)?:
      throw .wrongForm("the header says `alg: \(other.displayed(limit: 40))`, where Apple signs with ES256")
    default: throw .wrongForm("the header does not say which algorithm signed it (`alg`)")
    }
  }

  private static func certificateTexts(_ value: JSONValue?) throws(Fault) -> [String] {
    guard let value else {
      throw .certificates("the header holds no certificates (`x5c`): anybody could have signed it")
    }
    guard case .array(let elements) = value else {
      throw .certificates("`x5c` is \(value.kind), where it has to be an array of three certificates")
    }
    guard elements.count == 3 || elements.count == 1 else {
      throw .certificates("`x5c` holds \(grouped: elements.count) certificates, where Apple's signed data has three")
    }
    let texts = elements.compactMap(\.stringValue)
    guard texts.count == elements.count else { throw .certificates("`x5c` holds something else than texts") }
    return texts
  }

  /// The decoded certificates. All of them must be valid encodings, even the last one, of which only the fingerprint
  /// matters.
  func certificates() throws(Fault) -> [Certificate] {
    var certificates: [Certificate] = []
    for (index, text) in encodedCertificates.enumerated() {
      guard text.utf8.count <= Self.maximumCertificateCharacters,
        let der = Base64.decodeCanonical(Array(text.utf8)),
        (try? ASN1Limits().visit(der.span, 0..<der.count)) != nil,
        let certificate = try? Certificate(der: der)
      else {
        throw .certificates(
          """
          certificate \(index + 1) of `x5c` is not one: it has to be the base64 of a certificate, without anything else
          """
        )
      }
      // RFC 7515, 4.1.6. In BER, one certificate has several encodings, and readers differ in which they accept.
      guard der.isDER else {
        throw .certificates("certificate \(index + 1) of `x5c` is not in DER (X.690, 10), as it has to be")
      }
      certificates.append(certificate)
    }
    return certificates
  }

  /// The maximum number of characters of one certificate; Apple's have up to 1,436.
  private static let maximumCertificateCharacters = 16_384
}
