/// A JSON Web Signature in compact form (RFC 7515, 7.1): StoreKit 2 transactions, App Store server notifications of
/// version 2.
///
///     BASE64URL(header) . BASE64URL(payload) . BASE64URL(signature)
enum JWSFormat: InputFormat {
  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    // `{"` in base64. Without a dot this is JSON in base64, which the next formats handle.
    guard input.starts(with: "eyJ") else { return nil }
    let parts = input.bytes[input.core].split(
      separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    guard parts.count == 3, !parts[2].isEmpty else { throw wrongParts(input, parts.map(\.indices)) }

    var repairs: [InputRepair] = []
    let header = try json(part: "header", input.bytes, parts[0].indices, &repairs)
    let payload = try json(part: "payload", input.bytes, parts[1].indices, &repairs)
    let limit = input.core.upperBound
    let end = min(endOfSignature(input.bytes, from: parts[2].startIndex), limit)
    // A short signature may continue in the next line.
    let isWrapped = end - parts[2].startIndex < shortestSignature && input.bytes[end..<limit].allSatisfy(isSignature)
    if end < limit, !isWrapped {
      repairs.append(InputRepair(.charactersBehindSignature, count: limit - end))
    }
    var finding = InputFinding.content(
      .jws(JSONWebSignature(header: header, payload: payload)), repairs: repairs)
    finding.leftovers = [Leftover(bytes: Array(input.bytes[end..<limit]), offset: end)]
    return finding
  }

  /// ES256 in base64url without padding: 64 octets (RFC 7518, 3.4).
  private static let shortestSignature = 86

  /// Where a JWS at the beginning of a text ends.
  static func end(of bytes: [UInt8]) -> Int {
    let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
    return endOfSignature(bytes, from: parts.last?.startIndex ?? bytes.count)
  }

  private static func endOfSignature(_ bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { !isSignature($0) || $0.isASCIISpace } ?? bytes.count
  }

  private static func isSignature(_ byte: UInt8) -> Bool {
    EmbeddedReceipt.isSymbol(byte) || byte == UInt8(ascii: "=") || byte.isASCIISpace
  }

  private static func json(
    part: String, _ bytes: [UInt8], _ range: Range<Int>, _ repairs: inout [InputRepair]
  ) throws(ReceiptError) -> JSONValue {
    let decoded: (bytes: [UInt8], repairs: [InputRepair])
    do throws(ReceiptError) {
      decoded = try Base64Format.decodeRepairing(bytes, range)
    } catch {
      throw ReceiptError(
        .invalidEncoding, "the \(part) of the JWS: \(error.message)", offset: error.offset,
        hint: "paste the three parts and their two dots, nothing else")
    }
    // The URL-safe alphabet without padding is the rule here (RFC 7515, 2), not a departure.
    let ordinary: [InputRepair.Kind] = [.urlSafeCharacters, .missingPadding]
    repairs += decoded.repairs.filter { !ordinary.contains($0.kind) }
    do throws(ReceiptError) {
      return try JSONReader().read(decoded.bytes)
    } catch {
      throw ReceiptError(
        .invalidJSON, "the \(part) of the JWS is damaged: \(error.message)", offset: error.offset,
        hint: "copy the JWS again from where it was first stored")
    }
  }

  private static func wrongParts(_ input: InputText, _ parts: [Range<Int>]) -> ReceiptError {
    if parts.count > 3 {
      return ReceiptError(
        .invalidEncoding, "a JWS with more than three parts: there is a third dot at offset \(parts[3].lowerBound - 1)",
        offset: parts[3].lowerBound - 1, hint: "are these several signed transactions? give them one at a time")
    }
    return ReceiptError(
      .truncated,
      "the JWS is cut off: \(input.core.count.grouped) characters end in its "
        + (parts.count == 2 ? "payload" : "signature"),
      offset: input.core.upperBound, hint: "a JWS has three parts joined by dots; paste all of it")
  }
}

extension JSONWebSignature {
  /// The signature object that makes up a whole text; `nil` if the text is anything else, or damaged.
  package init?(text: String) {
    guard case .content(.jws(let signature))? = try? JWSFormat.read(InputText(Array(text.utf8)))?.outcome else {
      return nil
    }
    self = signature
  }
}
