/// The faults of the text around a receipt that was found nevertheless.
enum TextCauses {
  /// One cause, with the repair.
  struct Found: Equatable {
    let cause: Cause
    /// `line breaks removed: 147`; `nil` for a wrapping.
    let repair: String?
  }

  /// All causes in a text, the most important first.
  static func all(in input: RecognizedInput) -> [Found] {
    var found = layers(input).map { Found(cause: $0, repair: nil) }
    for repair in input.repairs {
      let cause = table.first { $0.repair == repair.what }?.cause ?? .otherRepair
      found.append(Found(cause: cause, repair: repair.description))
    }
    // Quotation marks around JSON strings are removed as a wrapping, others as a repair: one of them is enough.
    var seen: Set<Cause> = []
    return found.sorted { $0.cause.rank < $1.cause.rank }.filter { seen.insert($0.cause).inserted || $0.repair != nil }
  }

  /// One row for every repair that the recognizer makes.
  static let table: [(repair: String, cause: Cause)] = [
    ("'+' restored from spaces", .plusSignsLost),
    ("line breaks removed", .lineBreaks),
    ("spaces removed", .whiteSpace),
    ("no-break spaces removed", .invisibleCharacters),
    ("invisible characters removed", .invisibleCharacters),
    ("byte-order mark removed", .byteOrderMark),
    ("URL-safe characters translated", .urlSafeAlphabet),
    ("padding added", .missingPadding),
    ("excess padding removed", .excessPadding),
    ("incomplete last group ignored", .lastCharacter),
    ("unused bits of the last character ignored", .lastCharacter),
    ("cut percent escape ignored", .lastCharacter),
    ("half a byte at the end ignored", .lastCharacter),
    ("quotes removed", .quotationMarks),
    ("punctuation removed", .quotationMarks),
    ("JSON escapes undone", .jsonEscapes),
    ("string pieces joined", .sourceCode),
    ("Swift Optional(...) removed", .sourceCode),
    ("reply marks removed", .mailMarks),
    ("quoted-printable codes undone", .mailMarks),
    ("label before the receipt removed", .label),
    ("characters around the receipt ignored", .surroundingText),
    ("damaged JSON searched for its receipt", .damagedJSON),
    ("missing END line of PEM supplied", .pem),
    ("trailing bytes ignored", .trailingBytes),
  ]

  private static func layers(_ input: RecognizedInput) -> [Cause] {
    var causes = input.layers.compactMap(cause)
    if input.layers.count(where: { $0 == .base64 }) > 1 { causes.append(.base64Twice) }
    switch input.content {
    case .signedData, .payload:
      if input.layers.isEmpty { causes.append(.rawBytes) }
    case .transactionReceipt:
      // The app holds its text; Apple accepts it in base64 only.
      if !input.layers.contains(.base64) { causes.append(.rawBytes) }
    case .jws: break
    }
    return causes
  }

  private static func cause(_ layer: InputLayer) -> Cause? {
    switch layer {
    case .verifyReceiptRequest: .jsonRequest
    case .verifyReceiptResponse: .jsonResponse
    case .notification: .notification
    case .unity: .unityWrapper
    case .json: .jsonDocument
    case .jsonString: .quotationMarks
    case .dataURI: .dataURI
    case .form: .formBody
    case .percentEncoding: .percentEncoding
    case .pem: .pem
    case .hex: .hexadecimal
    case .base64: nil
    case .utf16: .utf16
    }
  }

  /// The first fault for Apple in a text that contains a receipt; `nil` if it is the receipt's own canonical base64.
  static func objection(to text: [UInt8], _ found: [Found]) -> String? {
    let only = "Apple takes only unbroken base64"
    for cause in found.map(\.cause) {
      switch cause {
      case .rawBytes: return "raw bytes; \(only)"
      case .hexadecimal: return "hexadecimal digits; \(only)"
      case .utf16: return "UTF-16 text; \(only)"
      case .jsonRequest, .jsonResponse, .notification, .unityWrapper, .jsonDocument:
        return "a whole JSON document; Apple takes only the base64 text in it"
      case .pem: return "PEM lines around the base64; \(only)"
      case .formBody: return "the body of a form; Apple takes only the base64 text in it"
      case .base64Twice: return "base64 of base64; Apple decodes it once and finds text"
      case .plusSignsLost:
        guard let space = text.firstIndex(of: 0x20) else { continue }
        return "a space at offset \(space), where a plus sign was; \(only)"
      default: continue
      }
    }
    if let departure = Base64Departure.first(in: text) {
      return "\(departure.name) at offset \(departure.offset); \(only)"
    }
    if let trailing = found.first(where: { $0.cause == .trailingBytes }) {
      return "bytes behind the end of the receipt (\(trailing.repair ?? "")); Apple is not known to take that"
    }
    return found.isEmpty ? nil : only
  }
}
