/// An app's answer from its server for an offer: a signature, a JWS, or JSON with either. No value in it is trusted.
package struct OfferAnswer: Sendable {
  /// The signature as it was written.
  private(set) var signature: String?
  /// Three parts, joined by dots.
  private(set) var jws: String?
  /// Values beside the signature.
  private(set) var fields: [OfferField: String] = [:]

  /// The maximum size. Real answers have fewer than a thousand characters.
  package static let maximumBytes = 1 << 20

  /// All answers in a text: one answer, the elements of an array, or one on each line.
  ///
  /// - Throws: `.invalidJSON`, `.inputTooLarge`; `.otherFormat`, even for a private key, which is not quoted.
  package static func all(in bytes: [UInt8]) throws(ReceiptError) -> [OfferAnswer] {
    guard bytes.count <= maximumBytes else {
      throw ReceiptError(
        .inputTooLarge, "\(grouped: bytes.count) bytes are no answer about an offer",
        hint: "give the signature, the JWS, or the JSON that the app got")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw notAnOffer("it is not UTF-8") }
    if text.contains("PRIVATE KEY-----") {
      let key = Cause.privateKey.entry
      throw ReceiptError(.otherFormat, Message(english: key.meaning), hint: Message(english: key.action))
    }
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { throw ReceiptError(.emptyInput, "there is nothing to check") }
    if trimmed.hasPrefix("{") || trimmed.hasPrefix("["), let document = try? read(trimmed) {
      return try answersOfJSON(document)
    }
    let lines = trimmed.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
    // In folded base64, only the last line is shorter than the first.
    let isFolded =
      lines.count > 1 && lines.dropLast().allSatisfy { $0.utf8.count == lines[0].utf8.count && $0.utf8.count <= 76 }
      && !lines[0].contains(".") && !lines[0].hasPrefix("{")
    var answers: [OfferAnswer] = []
    for line in isFolded ? [lines.joined()] : lines { answers += try single(line) }
    return answers
  }

  private static func single(_ text: String) throws(ReceiptError) -> [OfferAnswer] {
    if text.hasPrefix("{") || text.hasPrefix("[") {
      let document: JSONValue
      do throws(JSONError) {
        document = try read(text)
      } catch {
        throw ReceiptError(
          .invalidJSON, "the JSON cannot be read: \(error.message)", offset: error.offset,
          hint: "give all of the server's answer, or the signature alone")
      }
      return try answersOfJSON(document)
    }
    var answer = OfferAnswer()
    guard answer.readSignature(text.trimmingQuotes) else { throw notAnOffer("it is neither base64 nor a JWS") }
    return [answer]
  }

  private static func read(_ text: String) throws(JSONError) -> JSONValue {
    let bytes = Array(text.utf8)
    return try JSONReader(maximumDepth: 12, maximumValues: 50_000).tree(bytes, 0..<bytes.count)
  }

  private static func answersOfJSON(_ document: JSONValue) throws(ReceiptError) -> [OfferAnswer] {
    var answers: [OfferAnswer] = []
    for element in document.elementNodes.map(Array.init) ?? [document] {
      var answer = OfferAnswer()
      answer.collect(element)
      guard answer.signature != nil || answer.jws != nil else {
        throw notAnOffer("the JSON has no member `signature`, and no JWS in it")
      }
      answers.append(answer)
    }
    guard !answers.isEmpty else { throw notAnOffer("the array is empty") }
    return answers
  }

  private static func notAnOffer(_ reason: Message) -> ReceiptError {
    ReceiptError(
      .otherFormat, "this is no signature of an offer: \(reason)",
      hint: "give the signature, the JWS, or the JSON that the app got from its server")
  }

  /// Collects members at any depth. If several have one name, the first one counts.
  private mutating func collect(_ value: JSONValue) {
    guard case .object(let members) = value else {
      for element in value.elementNodes.map(Array.init) ?? [] { collect(element) }
      return
    }
    for member in members {
      let name = String(member.name.lowercased().filter { $0 != "_" && $0 != "-" })
      let text: String
      switch member.value {
      case .string(let value): text = value
      case .number(let digits): text = digits
      default:
        collect(member.value)
        continue
      }
      if Self.isJWS(text) {
        jws = jws ?? text
      } else if Self.signatureNames.contains(name) || name == "advancedcommercedata" {
        if signature == nil, jws == nil { _ = readSignature(text) }
      } else if let field = OfferField.allCases.first(where: { $0.memberNames.contains(name) }) {
        fields[field] = fields[field] ?? text
      }
    }
  }

  private static let signatureNames = [
    "signature", "sig", "offersignature", "encodedsignature", "base64signature", "signaturebase64",
  ]

  /// Reads a signature or a JWS from a text that has no names of members.
  ///
  /// - Returns: whether the text is one of the two.
  private mutating func readSignature(_ text: String) -> Bool {
    let text = text.hasPrefix("Bearer ") ? String(text.dropFirst("Bearer ".count)) : text
    if Self.isJWS(text) {
      jws = text
      return true
    }
    let characters = Array(text.utf8)
    guard !characters.isEmpty, characters.allSatisfy({ Base64.values[Int($0)] < 64 || "-_=% \n\r".utf8.contains($0) })
    else { return false }
    // Short pieces are words, or the lines around a key or a certificate. Base64 that was folded, or lost its plus
    // signs, has longer pieces.
    let pieces = characters.split { $0 == 0x20 }
    guard pieces.count == 1 || pieces.contains(where: { $0.count >= 16 }) else { return false }
    // The data of Advanced Commerce is JSON that contains a JWS.
    if let octets = Base64.decodeCanonical(characters), octets.first == UInt8(ascii: "{"),
      let inner = try? Self.read(String(decoding: octets, as: UTF8.self))
    {
      collect(inner)
      if jws != nil { return true }
    }
    signature = text
    return true
  }

  private static func isJWS(_ text: String) -> Bool {
    text.hasPrefix("eyJ") && text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2 && !text.contains(" ")
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }

  fileprivate var trimmingQuotes: String {
    guard utf8.count > 2, let first, first == last, first == "\"" || first == "'" else { return self }
    return String(dropFirst().dropLast())
  }
}
