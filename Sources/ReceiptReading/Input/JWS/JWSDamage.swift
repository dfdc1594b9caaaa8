/// The faults of a JWS that cannot be read: the missing part, and where to get it.
extension JWSScan {
  private static let hint: Message = "a JWS has three parts joined by dots; paste all of it"
  /// The number of first characters of a header within which `alg` or `x5c` occurs.
  private static let beginningOfHeader = 256

  static func badEncoding(_ part: Message, _ error: ReceiptError) -> ReceiptError {
    var damage = ReceiptError(
      .invalidEncoding, "the \(part) of the JWS: \(error.message)", offset: error.offset,
      hint: "paste the three parts and their two dots, nothing else")
    if error.cause == .truncated {
      damage.hint = error.hint
      damage.cause = .signedDataCut
    }
    return damage
  }

  static func fourthPart(at offset: Int) -> ReceiptError {
    ReceiptError(
      .invalidEncoding, "a JWS with more than three parts: there is a third dot at offset \(grouped: offset)",
      offset: offset, hint: "are these several signed transactions? give them one at a time, or one per line")
  }

  /// `eyJ….eyJ….sig.` at the end of a text: the last dot is the full stop of a sentence, or precedes an empty fourth
  /// part.
  static func dotAtEnd(at offset: Int) -> ReceiptError {
    ReceiptError(
      .invalidEncoding,
      "there is a dot behind the JWS, at offset \(grouped: offset): a JWS has three parts and two dots",
      offset: offset, hint: "take the dot at the end away if it ends a sentence")
  }

  /// `eyJ...sig`: programs shorten long texts to this form, and detached signatures have it (RFC 7515, appendix F).
  var emptyPayload: ReceiptError {
    Self.lost(
      "its payload: one dot follows the other", at: start + (dots.last ?? 0),
      hint: "a program or a person abbreviated the text with dots; paste all of it")
  }

  var cutSignature: ReceiptError {
    let count = signatureCount
    return cut(
      count == 0
        ? "\(grouped: text.count) characters end in its signature, of which there is nothing"
        : """
        \(grouped: text.count) characters end in its signature, which has \(count) of \(Self.signatureLength) characters
        """)
  }

  /// The error for fewer than two dots.
  var lostParts: ReceiptError {
    let count = text.count
    guard let dot = dots.first else { return cut("\(grouped: count) characters end in its header") }
    let last = dot + 1..<text.count
    let isPayload = (try? json("payload", last)) != nil
    if !isPayload, last.count == Self.signatureLength {
      return header == nil
        ? Self.withoutHeader(at: start)
        : Self.lost("its second part, the payload", at: end)
    }
    if isPayload {
      return Self.lost(
        "its third part: the \(grouped: count) characters end with the payload, and there is no signature", at: end)
    }
    return cut("\(grouped: count) characters end in its payload")
  }

  /// The error for a text that begins like the header of a JWS and has no dots.
  ///
  /// - Returns: `nil` for any other base64 of JSON.
  static func withoutDots(_ input: InputText) -> ReceiptError? {
    let scan = JWSScan(input.bytes, from: input.core.lowerBound, to: input.core.upperBound)
    guard scan.beginsLikeHeader else { return nil }
    // Labels between the parts, such as `payload:`, are shorter than any part.
    let words = input.bytes[input.core].split { $0.isASCIISpace }.filter { $0.count > 20 }
    if words.count == 3, words[1].starts(with: Array("eyJ".utf8)), words[2].count == signatureLength {
      return lost(
        "its dots: header, payload and signature stand apart", at: words[0].endIndex,
        hint: "join the three parts with dots")
    }
    guard scan.end == input.core.upperBound else {
      let error = ReceiptError.unexpectedInBase64(input.bytes, at: scan.end)
      return error.cause == .truncated ? badEncoding("header", error) : nil
    }
    if (try? scan.json("header", 0..<scan.text.count)) != nil {
      return lost("all but its header: payload and signature are missing", at: scan.end)
    }
    return scan.cut("\(grouped: scan.text.count) characters end in its header")
  }

  /// Whether the text begins like the header of a JWS, also if the end of the header is missing.
  var beginsLikeHeader: Bool {
    guard let decoded = try? Base64.decodeRepairing(text, 0..<min(text.count, Self.beginningOfHeader)).bytes else {
      return false
    }
    return ["\"alg\"", "\"x5c\""].contains { decoded.firstOffset(of: Array($0.utf8)) != nil }
  }

  /// `.eyJ…` and `.sig`: payload and signature with the dot that stands behind the header.
  static func withoutHeader(at offset: Int) -> ReceiptError {
    lost("its first part, the header, which says who signed it", at: offset)
  }

  private func cut(_ place: Message) -> ReceiptError {
    // The error has no hint, because the lengths of the enclosing texts may explain where the text was truncated.
    ReceiptError(.truncated, "the JWS is cut off: \(place)", offset: end).withCause(.signedDataCut)
  }

  private static func lost(_ what: Message, at offset: Int, hint: Message = JWSScan.hint) -> ReceiptError {
    ReceiptError(.truncated, "the JWS has lost \(what)", offset: offset, hint: hint).withCause(.signedDataCut)
  }

  /// The remedy for a truncated JWS, according to the lengths of the texts in which it was found.
  static func hint(for lengths: [Int]) -> (text: Message, isColumn: Bool) {
    ReceiptError.columnLimitHint(for: lengths).map { ($0, true) } ?? (hint, false)
  }
}
