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

/// The wrappings and repairs so far.
private struct InputLayers {
  /// The result so far. Its content is set at the end.
  private var input = RecognizedInput(content: .payload([]))
  var layers: [InputLayer] { input.layers }
  private var remainingInput: [RemainingInput] = []
  /// The text that was first read as base64.
  private var base64Text: InputText?
  /// Lengths of the layers' texts, outermost first.
  private var lengths: [Int] = []
  /// The whole text, because a label may be a part of what a program printed.
  private var outermost: InputText?
  private static let maximumLabels = 4
  private var labels = 0

  /// Tries the formats, one after another, to remove one wrapping.
  mutating func step(_ input: InputText) throws(ReceiptError) -> InputFinding {
    guard !input.core.isEmpty else { throw ReceiptError(.emptyInput, "nothing but white space to read", offset: 0) }
    lengths.append(input.core.count)
    outermost = outermost ?? input
    for format in InputFormat.allCases {
      // People do not write numbers in base64, but a short word may decode to digits by chance.
      if format == .identifier, base64Text != nil { continue }
      // One or two labels may precede a receipt. A text with more labels is not labelled text.
      if format == .label, labels == InputLayers.maximumLabels { continue }
      if let finding = try format.read(input) {
        if format == .label { labels += 1 }
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
      part.layers = layers.count
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

  /// Adds to an error the wrappings around its place, and the likely reason for a truncated text.
  func explain(_ error: ReceiptError, _ input: InputText) -> ReceiptError {
    var error = error
    var layers = layers
    var input = input
    // Almost any word is valid base64, so a text without a result and without a long run was words, not base64. Words
    // such as "Max" even give the first bytes of an element; a receipt begins with MI.
    let isDamaged = [.truncated, .invalidASN1, .invalidEnvelope, .invalidPayload, .emptyInput].contains(error.code)
    if let text = base64Text, Base64.isProse(text.bytes),
      [.notAReceipt, .invalidEncoding].contains(error.code)
        || isDamaged && !text.bytes[text.core].starts(with: "MI".utf8)
    {
      layers.removeSubrange((layers.firstIndex(of: .base64) ?? layers.endIndex)...)
      error = InputLayers.notAReceipt(text)
      input = text
    }
    if [.invalidEncoding, .notAReceipt].contains(error.code),
      layers.allSatisfy({ [.mail, .json, .jsonString].contains($0) }),
      let known = outermost?.objectAmongWords ?? outermost?.errorText
    {
      return known
    }
    // What is whole beside a JWS that a console cut.
    if error.cause == .signedDataCut, layers.count <= 1, let known = outermost?.objectAmongWords {
      return known
    }
    // The layers before it may be JSON, because printed bytes may be a value in a JSON object.
    if layers.allSatisfy({ $0 == .mail || $0 == .json }), [.invalidEncoding, .notAReceipt].contains(error.code),
      let known = (layers.isEmpty ? nil : input.errorText) ?? input.printedObject ?? outermost?.wholePrintedObject
        ?? (error.code == .notAReceipt && !layers.contains(.json) ? input.sentenceWithNumber : nil)
    {
      return known
    }
    if [.notAReceipt, .invalidEncoding, .invalidASN1].contains(error.code),
      let lost = (base64Text ?? outermost)?.lostCase
    {
      return lost
    }
    if error.cause == .signedDataCut, error.hint == nil {
      let (hint, isColumn) = JWSScan.hint(for: lengths)
      error.hint = hint
      if isColumn { error.cause = .columnLimit }
    }
    if error.code == .truncated, error.hint == nil {
      // The innermost length is left out: it counts decoded bytes, which were never in a text column.
      if layers.isEmpty {
        error.hint = "copy the whole file again: this copy ends too early"
      } else if let hint = ReceiptError.columnLimitHint(for: lengths.dropLast()) {
        error.hint = hint
        error.cause = .columnLimit
      } else if base64Text.map({ Base64.hasLostPlusSigns($0.bytes[$0.core]) }) ?? false {
        error.hint =
          """
          there is no plus sign in it: something removed them all, as a form does that was not percent-encoded; take \
          it again
          """
        error.cause = .plusSignsLost
      } else if base64Text.map({ $0.bytes[$0.core].last == UInt8(ascii: "=") }) ?? false {
        error.hint = "paste all of it: its end is here, so a part is missing somewhere before it"
      } else {
        error.hint = "paste all of it: a part was lost on the way, in a column, a log line, a terminal or a selection"
      }
    }
    if error.code == .truncated, layers.contains(.verifyReceiptResponse), error.cause != .latestReceiptCut {
      error.hint = error.hint.map { "\($0); \(MissingReceipt.statusReads)" } ?? MissingReceipt.statusReads
      error.namesCommand = true
    }
    if error.code == .emptyInput {
      if error.hint == nil, layers.isEmpty {
        error.message = "the input is empty, or white space only"
        error.hint = "give a file, or pipe a receipt into standard input"
      }
      error.hint =
        error.hint ?? "the wrapping is there and the receipt in it is not: take it again from where it was stored"
    }
    error.addPlace(layers[...])
    return error
  }

  private func unrecognized(_ input: InputText) -> ReceiptError {
    guard layers.last == .base64 else { return InputLayers.notAReceipt(input) }
    if let error = input.endOfReceipt { return error }
    let count = input.bytes.count
    return ReceiptError(
      .notAReceipt,
      count == 1
        ? "what was read as base64 gives 1 byte that is no receipt"
        : "what was read as base64 gives \(grouped: count) bytes that are no receipt",
      offset: 0, hint: InputRecognizer.howReceiptsBegin)
  }

  private static func notAReceipt(_ text: InputText) -> ReceiptError {
    let count = text.core.count
    // In Chinese and Japanese no blanks stand between words. What programs print has marks that mails do not have.
    let octets = text.bytes[text.core]
    let hasWords = Base64.isOfWords(octets) || octets.count { $0 > 0x7F } > count / 2
    let isOfWords = hasWords && !octets.contains { "{}[]<>=_|;".utf8.contains($0) }
    return ReceiptError(
      .notAReceipt,
      count == 1 ? "a text of 1 character, not a receipt" : "a text of \(grouped: count) characters, not a receipt",
      offset: text.core.lowerBound,
      hint: isOfWords
        ? """
        if a customer wrote it, ask for the receipt, or for the order number: it begins with M and stands in the email \
        from Apple
        """ : InputRecognizer.howReceiptsBegin)
  }
}

extension InputText {
  /// The error for base64 in which all letters are capital ones, or none is.
  fileprivate var lostCase: ReceiptError? {
    let text = bytes[core]
    guard text.count > 200, text.starts(with: "ey", ignoringCase: true) || text.starts(with: "mi", ignoringCase: true),
      text.allSatisfy({ $0.isBase64Symbol || $0.isASCIISpace || ".=".utf8.contains($0) })
    else { return nil }
    let letters = text.lazy.filter(\.isASCIILetter)
    let capitals = letters.count { $0 != $0.asciiLowercase }
    guard capitals == 0 || capitals == letters.count else { return nil }
    return ReceiptError(
      .invalidEncoding,
      capitals == 0 ? "base64 text that lost its capital letters" : "base64 text that lost its small letters",
      offset: core.lowerBound, hint: "that cannot be undone: take the text again from where it came")
  }
}

extension ReceiptError {
  /// Names the wrappings around the place of the error, outermost first.
  mutating func addPlace(_ layers: ArraySlice<InputLayer>) {
    if !layers.isEmpty { message = "\(message) (inside \(layers.map(\.rawValue).joined(separator: ", ")))" }
  }
}
