/// A fault of the text around a receipt that was found in spite of it.
struct TextCause: Equatable {
  let cause: Cause
  /// The repair, `line breaks removed: 147`, or the place of the wrong key; `nil` for another wrapping.
  let detail: Message?

  var finding: Diagnosis.Finding {
    Diagnosis.Finding(cause, detail.map { "\(Message(english: String(cause.entry.meaning.dropLast()))) (\($0))." })
  }

  /// All causes in a text, the most important first.
  ///
  /// - Parameter text: the whole text, to tell the body of a request from other JSON.
  static func all(in input: RecognizedInput, of text: [UInt8]) -> [TextCause] {
    var found = layers(input, text).map { TextCause(cause: $0, detail: $0 == .requestKey ? "\(input.pointer)" : nil) }
    found += input.repairs.map { TextCause(cause: cause(ofRepair: $0.kind), detail: $0.words) }
    // Several wrappings or repairs can have one cause. Each repair is reported, because its detail differs; a wrapping
    // without a detail is not, if its cause was reported before.
    var seen: Set<Cause> = []
    return found.sorted { $0.cause.rank < $1.cause.rank }.filter { seen.insert($0.cause).inserted || $0.detail != nil }
  }

  private static func cause(ofRepair repair: InputRepair.Kind) -> Cause {
    switch repair {
    case .plusSigns: .plusSignsLost
    case .lineBreaks: .lineBreaks
    case .spaces: .whiteSpace
    case .noBreakSpaces, .invisibleCharacters: .invisibleCharacters
    case .byteOrderMark: .byteOrderMark
    case .urlSafeCharacters: .urlSafeAlphabet
    case .missingPadding: .missingPadding
    case .excessPadding: .excessPadding
    case .incompleteGroup, .unusedBits, .cutPercentEscape, .halfByte: .lastCharacter
    case .quotes, .punctuation: .quotationMarks
    case .jsonEscapes: .jsonEscapes
    case .stringPieces, .swiftOptional: .sourceCode
    case .replyMarks, .quotedPrintable: .mailMarks
    case .label: .label
    case .surroundingCharacters, .timestamps: .surroundingText
    case .damagedJSON: .damagedJSON
    case .missingEndOfPEM: .pem
    case .trailingBytes: .trailingBytes
    case .charactersBesideDump, .charactersBehindSignature: .otherRepair
    }
  }

  private static func layers(_ input: RecognizedInput, _ text: [UInt8]) -> [Cause] {
    var causes = input.layers.compactMap(cause(ofLayer:))
    // JSON may stand in a JSON string. Both layers have causes, so the indexes of layers and causes agree here.
    let jsonIndex = input.layers.first == .jsonString ? 1 : 0
    if jsonIndex < input.layers.count,
      let fault = requestFault(Array(input.layers[jsonIndex...]), input.pointer, text)
    {
      causes[jsonIndex] = fault
    }
    for (outer, inner) in zip(input.layers, input.layers.dropFirst())
    where outer == .jsonString && isJSON(inner) || isJSON(outer) && inner == .jsonString {
      causes = causes.map { $0 == .quotationMarks ? .jsonTwice : $0 }
    }
    if input.layers.count(where: { $0 == .base64 }) > 1 { causes.append(.base64Twice) }
    switch input.content {
    case .signedData, .payload:
      if input.layers.isEmpty { causes.append(.rawBytes) }
    case .transactionReceipt:
      // The app has the receipt's bytes; Apple accepts only base64.
      if !input.layers.contains(.base64) { causes.append(.rawBytes) }
    case .jws: break
    }
    return causes
  }

  /// The fault of a request body for verifyReceipt: Apple needs the member `receipt-data`, in this spelling, at the top
  /// level of a JSON object.
  private static func requestFault(_ layers: [InputLayer], _ pointer: String, _ text: [UInt8]) -> Cause? {
    let isNamed = ReceiptMember.namesReceiptData(pointer)
    switch layers[0] {
    case .form: return isNamed ? .formRequest : nil
    case .json where layers == [.json, .base64] && hasRequestMembers(text): return .requestKey
    case .json, .verifyReceiptRequest: return isNamed && pointer != "/receipt-data" ? .requestKey : nil
    default: return nil
    }
  }

  /// Whether a text is a JSON object with one text in it, beside what else a request has.
  private static func hasRequestMembers(_ text: [UInt8]) -> Bool {
    guard let members = JSONText.document(text)?.memberNodes else { return false }
    let others = members.filter { !["password", "exclude-old-transactions"].contains($0.name) }
    return others.count == 1 && others.first?.value.stringValue != nil
  }

  private static func isJSON(_ layer: InputLayer) -> Bool {
    switch layer {
    case .json, .verifyReceiptRequest, .verifyReceiptResponse, .notification, .unity: true
    default: false
    }
  }

  private static func cause(ofLayer layer: InputLayer) -> Cause? {
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
    case .mail: .mailMarks
    }
  }

  /// The first reason for which Apple rejects a text that contains a receipt; `nil` if Apple decodes the text.
  static func objection(to text: [UInt8], _ found: [TextCause]) -> Message? {
    let onlyBase64: Message = "Apple takes only unbroken base64"
    for cause in found.map(\.cause) {
      switch cause {
      case .rawBytes: return "raw bytes; \(onlyBase64)"
      case .hexadecimal: return "hexadecimal digits; \(onlyBase64)"
      case .utf16: return "UTF-16 text; \(onlyBase64)"
      case .requestKey: return "no receipt-data at the top of the JSON"
      case .jsonTwice, .jsonRequest, .jsonResponse, .notification, .unityWrapper, .jsonDocument:
        return "a whole JSON document; Apple takes only the base64 text in it"
      case .pem: return "PEM lines around the base64; \(onlyBase64)"
      case .formBody, .formRequest: return "the body of a form; Apple takes only the base64 text in it"
      case .base64Twice: return "base64 of base64; Apple decodes it once and finds text"
      case .plusSignsLost:
        guard let space = text.firstIndex(of: 0x20) else { continue }
        return "a space at offset \(space), where a plus sign was; \(onlyBase64)"
      default: continue
      }
    }
    if let departure = Base64Departure.first(in: text) {
      return "\(departure.name) at offset \(departure.offset); \(onlyBase64)"
    }
    return nil
  }
}
