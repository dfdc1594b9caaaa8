extension InputText {
  /// A JSON Web Signature in compact form (RFC 7515, 7.1): StoreKit 2 transactions, App Store server notifications of
  /// version 2.
  ///
  ///     BASE64URL(header) . BASE64URL(payload) . BASE64URL(signature)
  func readJWS() throws(ReceiptError) -> InputFinding? {
    if starts(with: ".eyJ"), bytes[core].dropFirst().contains(UInt8(ascii: ".")) {
      throw JWSScan.withoutHeader(at: core.lowerBound)
    }
    // `{"` in base64. Without a dot, this is JSON in base64, which the next formats handle.
    guard starts(with: "eyJ") else { return nil }
    guard bytes[core].contains(UInt8(ascii: ".")) else {
      if let error = JWSScan.withoutDots(self) { throw error }
      return nil
    }
    do throws(ReceiptError) {
      return try JWSSearch(self, isExpected: true).finding()
    } catch {
      guard let pieces = piecesBetweenLines else { throw error }
      return pieces
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
