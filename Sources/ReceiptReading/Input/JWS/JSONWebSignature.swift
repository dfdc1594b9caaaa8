/// A JSON Web Signature (RFC 7515) in compact form, decoded. ``DecodedInput/authenticity`` says who signed it.
public struct JSONWebSignature: Equatable, Sendable {
  /// The protected header.
  public let header: JSONValue
  /// The payload: a transaction, renewal information, a notification or an AppTransaction.
  public var payload: JSONValue
  /// The three parts and their dots as they were received. The signature covers octets of this text.
  package var text: [UInt8]
  /// The header as a compact ``JSONWriter`` writes it, if available.
  let writtenHeader: [UInt8]?

  package init(header: JSONValue, payload: JSONValue, text: [UInt8] = []) {
    self.init(header: header, writtenHeader: nil, payload: payload, text: text)
  }

  init(header: JSONValue, writtenHeader: [UInt8]?, payload: JSONValue, text: [UInt8]) {
    self.header = header
    self.writtenHeader = writtenHeader
    self.payload = payload
    self.text = text
  }

  /// Whether both values have the same header, the same payload and the same text.
  public static func == (one: JSONWebSignature, other: JSONWebSignature) -> Bool {
    one.header == other.header && one.payload == other.payload && one.text == other.text
  }
}

extension JSONWriter {
  mutating func header(of signature: JSONWebSignature) {
    if layout == .compact, let written = signature.writtenHeader {
      value(compact: written)
    } else {
      value(signature.header)
    }
  }
}

extension JSONWebSignature {
  /// Whether a text looks like a whole piece of signed data: it begins with base64 of `{"` and has two dots.
  package static func hasThreeParts(_ text: String) -> Bool {
    text.utf8.starts(with: "eyJ".utf8) && text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2
  }

  /// The signature object that makes up a whole text; `nil` if the text is anything else, or damaged.
  ///
  /// The text is not repaired: blanks stay in it and prevent the proof.
  package init?(text: String) {
    let bytes = Array(text.utf8)
    let core = Blank.trimmed(bytes)
    guard bytes[core].starts(with: Array("eyJ".utf8)) else { return nil }
    let scan = JWSScan(bytes, from: core.lowerBound, to: core.upperBound)
    guard let signature = try? scan.read(isWhole: true).signature else { return nil }
    self = signature
    if !scan.repairs.isEmpty { self.text = Array(bytes[core.lowerBound..<scan.end]) }
  }
}
