/// The forms in which receipts arrive, and the things that people paste instead of a receipt, in the order in which
/// they are tried. A new format needs a case here, and its own file with a function of ``InputText``.
enum InputFormat: CaseIterable {
  case asn1, knownBinary, utf16, byteOrderMark, binary, mail, html, knownText, identifier, elidedData, hexDump, hex
  case printedBytes, jws, canonicalBase64, transactionReceipt, prefixedLines, escapedJSON, json, code, pem, dataURI
  case form, label, quotes, percentEncoding, base64

  /// Examines the text or the bytes, in linear time at most; formats that match few inputs decide on the first few
  /// bytes.
  ///
  /// - Returns: `nil` for input in another form; a finding if one wrapping was removed or the receipt was reached.
  /// - Throws: an error if the input certainly has this form but is damaged.
  func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    switch self {
    case .asn1: try input.readASN1()
    case .knownBinary: try input.readKnownBinary()
    case .utf16: try input.readUTF16()
    case .byteOrderMark: try input.readByteOrderMark()
    case .binary: try input.readBinary()
    case .mail: try input.readMail()
    case .html: try input.readHTML()
    case .knownText: try input.readKnownText()
    case .identifier: try input.readIdentifier()
    case .elidedData: try input.readElidedData()
    case .hexDump: try input.readHexDump()
    case .hex: try input.readHex()
    case .printedBytes: try input.readPrintedBytes()
    case .jws: try input.readJWS()
    case .canonicalBase64: try input.readCanonicalBase64()
    case .transactionReceipt: try input.readTransactionReceipt()
    case .prefixedLines: try input.readPrefixedLines()
    case .escapedJSON: try input.readEscapedJSON()
    case .json: try input.readJSON()
    case .code: input.readCode()
    case .pem: try input.readPEM()
    case .dataURI: try input.readDataURI()
    case .form: try input.readForm()
    case .label: try input.readLabel()
    case .quotes: try input.readQuotes()
    case .percentEncoding: try input.readPercentEncoding()
    case .base64: try input.readBase64()
    }
  }
}

/// What a format found.
struct InputFinding {
  enum Outcome {
    /// The receipt itself.
    case content(RecognizedInput.Content)
    /// A smaller input that must be recognised in turn.
    case inner([UInt8])
  }

  var outcome: Outcome
  var layers: [InputLayer] = []
  var repairs: [InputRepair] = []
  /// The bundle identifiers beside the finding.
  var bundleIdentifiers: [String] = []
  /// The place of the finding as a JSON Pointer; empty outside of JSON and forms.
  var pointer = ""
  /// Unread parts beside the finding.
  var unread: [UnreadPart] = []
  /// Copies of the finding.
  var copies: ReceiptCopies?
  /// The rest of the text or bytes, which the format left out.
  var remainingInput: [RemainingInput] = []

  static func content(_ content: RecognizedInput.Content, repairs: [InputRepair] = []) -> InputFinding {
    InputFinding(outcome: .content(content), repairs: repairs)
  }

  static func inner(_ bytes: [UInt8], _ layers: InputLayer..., repairs: [InputRepair] = []) -> InputFinding {
    InputFinding(outcome: .inner(bytes), layers: layers, repairs: repairs)
  }
}
