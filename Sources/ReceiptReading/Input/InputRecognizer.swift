/// Finds the receipt in a pasted, piped or saved input, by content and never by name.
///
/// It removes one wrapping after another (JSON, percent-encoding, PEM, base64, base64 of base64, ...), repairs the
/// usual copying damage, and reports what it removed and repaired. It reads no file, trusts nothing and authenticates
/// nothing; time and memory are linear in the size of the input.
public struct InputRecognizer: Sendable {
  /// The maximum size of an input in bytes.
  public var maximumBytes: Int

  /// The maximum number of wrappings to remove before the input is rejected.
  private static let maximumLayers = 8
  /// Steps that remove no wrapping (a byte-order mark, quotation marks, a label) may come between them.
  private static let maximumSteps = 32

  /// A text about recognising receipts. Receipts of more than 65,535 octets begin with 30 83; the letter after MI
  /// depends on the length.
  static let howReceiptsBegin: Message =
    "a receipt file begins with the bytes 30 82, 30 83 or, from Xcode, 30 80; its base64 text begins with MI"

  /// Makes a recognizer with a limit, 16 MiB by default. Apple's own endpoint accepts bodies of at most 3,145,728 bytes
  /// (measured).
  public init(maximumBytes: Int = 16 << 20) {
    self.maximumBytes = maximumBytes
  }

  /// Recognises and unwraps an input.
  ///
  /// - Parameters:
  ///   - bytes: text in UTF-8 or UTF-16, or raw ASN.1; untrusted.
  ///   - nesting: the number of enclosing searches: 0, unless the text is beside the main text.
  /// - Returns: the innermost content with all layers and repairs. No part of the content has been authenticated.
  /// - Throws: `.emptyInput`, `.inputTooLarge`, `.truncated`, `.notAReceipt`, `.otherFormat`, `.transactionIdentifier`,
  ///   `.invalidEncoding`, `.invalidJSON`, `.invalidASN1`, `.invalidEnvelope`; offsets refer to the layer that the
  ///   message names.
  package func recognize(_ bytes: [UInt8], nesting: Int = 0) throws(ReceiptError) -> RecognizedInput {
    var innermost: [UInt8] = []
    return try recognize(bytes, nesting: nesting, innermost: &innermost)
  }

  /// Recognises an input for callers that also need the text or the bytes that could not be read.
  ///
  /// - Parameter innermost: receives the text or the bytes that were examined last.
  func recognize(
    _ bytes: [UInt8], nesting: Int, innermost: inout [UInt8]
  ) throws(ReceiptError) -> RecognizedInput {
    guard bytes.count <= maximumBytes else {
      throw ReceiptError(
        .inputTooLarge, "an input of \(grouped: bytes.count) bytes; the limit is \(grouped: maximumBytes)",
        offset: max(0, maximumBytes), hint: "raise the limit with --max-size if this really is a receipt")
    }
    var reading = InputLayers()
    innermost = bytes
    for _ in 0..<InputRecognizer.maximumSteps where reading.layers.count <= InputRecognizer.maximumLayers {
      let input = InputText(innermost, nesting: nesting)
      let finding: InputFinding
      do throws(ReceiptError) {
        finding = try reading.step(input)
      } catch {
        throw reading.explain(error, input)
      }
      reading.add(finding, from: input)
      switch finding.outcome {
      case .content(let content):
        return try reading.recognized(content, nesting: nesting)
      case .inner(let inner): innermost = inner
      }
    }
    throw ReceiptError(
      .notAReceipt, "more than \(InputRecognizer.maximumLayers) wrappings around each other, and no receipt yet",
      hint: "unwrap it a few times and try again")
  }
}

/// The wrappings and repairs so far: the state of one recognition.
struct InputLayers {
  /// The result so far. Its content is a placeholder, which ``recognized(_:nesting:)`` replaces.
  private var input = RecognizedInput(content: .payload([]))
  var layers: [InputLayer] { input.layers }
  private var remainingInput: [RemainingInput] = []
  /// The text that was first read as base64.
  var base64Text: InputText?
  /// Lengths of the layers' texts, outermost first.
  var lengths: [Int] = []
  /// The whole text, because a label may be a part of what a program printed.
  var outermost: InputText?
  private static let maximumLabels = 4
  private var labelCount = 0

  /// Tries the formats, one after another, to remove one wrapping.
  mutating func step(_ input: InputText) throws(ReceiptError) -> InputFinding {
    guard !input.core.isEmpty else { throw ReceiptError(.emptyInput, "nothing but white space to read", offset: 0) }
    lengths.append(input.core.count)
    outermost = outermost ?? input
    for format in InputFormat.allCases {
      // People do not encode identifiers in base64, but a short word may decode to digits by chance.
      if format == .identifier, base64Text != nil { continue }
      // A few labels may precede a receipt. A text with more of them is not labelled text.
      if format == .label, labelCount == InputLayers.maximumLabels { continue }
      if let finding = try format.read(input) {
        if format == .label { labelCount += 1 }
        return finding
      }
    }
    throw unrecognized(input)
  }

  /// The result, if the parts that were left out on the way contain no other receipt.
  func recognized(_ content: RecognizedInput.Content, nesting: Int) throws(ReceiptError) -> RecognizedInput {
    var input = input
    input.content = content
    input.unread += try remainingInput.unread(beside: content, layers, nesting: nesting)
    return input
  }

  mutating func add(_ finding: InputFinding, from text: InputText) {
    let pointer = input.pointer
    for var part in finding.remainingInput {
      part.pointer = pointer
      part.layerCount = layers.count
      remainingInput.append(part)
    }
    input.unread += finding.unread.below(pointer)
    if input.copies == nil {
      input.copies = finding.copies.map { ReceiptCopies(pointer: pointer + $0.pointer, count: $0.count) }
    }
    input.pointer += finding.pointer
    if base64Text == nil, finding.layers.contains(.base64) { base64Text = text }
    input.layers += finding.layers
    for identifier in finding.bundleIdentifiers where !input.namedBundleIdentifiers.contains(identifier) {
      input.namedBundleIdentifiers.append(identifier)
    }
    for repair in finding.repairs { input.repairs.add(repair) }
  }
}
