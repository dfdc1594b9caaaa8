extension InputLayers {
  /// Adds to an error the wrappings around its place, and the likely reason for a truncated text.
  func explain(_ error: ReceiptError, _ input: InputText) -> ReceiptError {
    var error = error
    var layers = layers
    var input = input
    if let text = base64Text, Self.isProse(text, after: error) {
      layers.removeSubrange((layers.firstIndex(of: .base64) ?? layers.endIndex)...)
      error = InputLayers.notAReceipt(text)
      input = text
    }
    if let known = knownText(input, layers, insteadOf: error) { return known }
    if error.cause == .signedDataCut, error.hint == nil {
      let (hint, isColumn) = JWSScan.hint(for: lengths)
      error.hint = hint
      if isColumn { error.cause = .columnLimit }
    }
    if error.code == .truncated, error.hint == nil { explainTruncation(&error, layers) }
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

  /// Whether a text that was read as base64 was words. Almost any word is valid base64, so a text without a result and
  /// without a long run was words. Words such as "Max" even give the first bytes of an element; a receipt begins with
  /// MI.
  private static func isProse(_ text: InputText, after error: ReceiptError) -> Bool {
    guard Base64.isProse(text.bytes) else { return false }
    let isDamaged = [.truncated, .invalidASN1, .invalidEnvelope, .invalidPayload, .emptyInput].contains(error.code)
    return [.notAReceipt, .invalidEncoding].contains(error.code)
      || isDamaged && !text.bytes[text.core].starts(with: "MI".utf8)
  }

  /// The error for something else that people paste, which says more than the error of the format that was tried last.
  private func knownText(
    _ input: InputText, _ layers: [InputLayer], insteadOf error: ReceiptError
  ) -> ReceiptError? {
    let isNoReceipt = [.invalidEncoding, .notAReceipt].contains(error.code)
    if isNoReceipt, layers.allSatisfy({ [.mail, .json, .jsonString].contains($0) }),
      let known = outermost?.objectAmongWords ?? outermost?.errorText
    {
      return known
    }
    // An object may be whole beside a JWS that a console cut.
    if error.cause == .signedDataCut, layers.count <= 1, let known = outermost?.objectAmongWords { return known }
    // The outer layer may be JSON, because printed bytes may be a value in a JSON object.
    if isNoReceipt, layers.allSatisfy({ $0 == .mail || $0 == .json }),
      let known = (layers.isEmpty ? nil : input.errorText) ?? input.printedObject ?? outermost?.wholePrintedObject
        ?? (error.code == .notAReceipt && !layers.contains(.json)
          ? input.wordsAboutPurchase ?? outermost?.wordsAboutPurchase : nil)
    {
      return known
    }
    // JSON of which nothing else is known.
    if error.code == .invalidJSON, error.cause == nil, layers.isEmpty,
      (try? JSONReader().outline(input.bytes, input.core)) != nil
    {
      let vocabulary = PurchaseVocabulary(input.bytes[input.core])
      return vocabulary.hasIdentifiers ? vocabulary.error(at: input.core.lowerBound, isJSON: true) : nil
    }
    return isNoReceipt || error.code == .invalidASN1 ? (base64Text ?? outermost)?.lostCase : nil
  }

  /// Adds the likely reason for a text whose end is missing.
  private func explainTruncation(_ error: inout ReceiptError, _ layers: [InputLayer]) {
    // The innermost length is left out below: it counts decoded bytes, which were never in a text column.
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

  /// The error for a text that is in no known format.
  func unrecognized(_ input: InputText) -> ReceiptError {
    guard layers.last == .base64 else { return InputLayers.notAReceipt(input) }
    if let error = input.pieceOfReceipt { return error }
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
