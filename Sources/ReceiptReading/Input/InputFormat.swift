/// One form in which receipts arrive, or one thing that people paste instead of a receipt.
///
/// A format examines the text or the bytes. It returns `nil` for input in another form, and a finding if it removed one
/// wrapping or reached the receipt. It throws an error if the input certainly has its form but is damaged. Every format
/// takes at most linear time; formats that match few inputs decide on the first few bytes.
protocol InputFormat: Sendable {
  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding?
}

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

/// The formats, in the order in which they are tried. A new format needs its own file and a line here.
enum InputFormats {
  static let all: [any InputFormat.Type] = [
    ASN1Format.self,
    KnownBinaryFormat.self,
    UTF16Format.self,
    ByteOrderMarkFormat.self,
    BinaryFormat.self,
    MailFormat.self,
    HTMLFormat.self,
    KnownTextFormat.self,
    IdentifierFormat.self,
    ElidedDataFormat.self,
    HexDumpFormat.self,
    HexFormat.self,
    PrintedBytesFormat.self,
    JWSFormat.self,
    CanonicalBase64Format.self,
    TransactionReceiptFormat.self,
    PrefixedLinesFormat.self,
    EscapedJSONFormat.self,
    JSONFormat.self,
    PEMFormat.self,
    DataURIFormat.self,
    FormFormat.self,
    LabelFormat.self,
    QuoteFormat.self,
    PercentFormat.self,
    Base64Format.self,
  ]
}
