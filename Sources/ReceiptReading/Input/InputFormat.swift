/// One form in which receipts arrive, or one thing that people paste instead of a receipt.
///
/// A format looks at the text or the bytes and answers `nil` when they are not its own, a finding when it took off one
/// wrapping or reached the receipt, or an error when the input is certainly its own and damaged. Every format costs at
/// most linear time, and those that most inputs are not decide on the first few bytes.
protocol InputFormat: Sendable {
  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding?
}

/// What one format made of an input.
struct InputFinding {
  enum Outcome {
    /// The receipt itself.
    case content(RecognizedInput.Content)
    /// Something smaller that has to be recognised in turn.
    case inner([UInt8])
  }

  var outcome: Outcome
  var layers: [InputLayer] = []
  var repairs: [InputRepair] = []
  /// The bundle identifiers that stand beside what was found.
  var bundleIdentifiers: [String] = []
  /// Where it stood: a JSON Pointer, empty outside of JSON and forms.
  var pointer = ""
  /// What stands beside it, and is not read.
  var unread: [UnreadPart] = []
  /// Copies of it.
  var copies: ReceiptCopies?
  /// What was left out of the text or the bytes.
  var leftovers: [Leftover] = []

  static func content(_ content: RecognizedInput.Content, repairs: [InputRepair] = []) -> InputFinding {
    InputFinding(outcome: .content(content), repairs: repairs)
  }

  static func inner(_ bytes: [UInt8], _ layers: InputLayer..., repairs: [InputRepair] = []) -> InputFinding {
    InputFinding(outcome: .inner(bytes), layers: layers, repairs: repairs)
  }
}

/// The formats in the order in which they are asked. A new format is a file of its own and a line here.
enum InputFormats {
  static let all: [any InputFormat.Type] = [
    ASN1Format.self,
    KnownBinaryFormat.self,
    UTF16Format.self,
    ByteOrderMarkFormat.self,
    BinaryFormat.self,
    KnownTextFormat.self,
    IdentifierFormat.self,
    ElidedDataFormat.self,
    HexDumpFormat.self,
    HexFormat.self,
    CanonicalBase64Format.self,
    TransactionReceiptFormat.self,
    EscapedJSONFormat.self,
    JSONFormat.self,
    PEMFormat.self,
    JWSFormat.self,
    DataURIFormat.self,
    FormFormat.self,
    LabelFormat.self,
    QuoteFormat.self,
    PercentFormat.self,
    Base64Format.self,
  ]
}
