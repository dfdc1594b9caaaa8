/// Recognises texts that people paste without a receipt in them: printed objects, and sentences with a number.
extension InputText {
  /// Bytes with escapes, recognised by their start and by a mark.
  private static let printedBytes: [(starts: [String], mark: String, words: Message, hint: Message)] = [
    (
      ["b'", "b\""], #"\x"#, "bytes as Python prints them, and not the bytes",
      "print them in base64: print(base64.b64encode(value).decode())"
    ),
    (
      ["0"], #"\x82"#, "bytes with escapes, as databases and Python print them, and not the bytes",
      "select them in base64 or in hexadecimal digits: base64(column), hex(column), encode(column, 'base64')"
    ),
  ]

  /// What a program printed, as JSON; `nil` for other texts, and for texts that the program shortened.
  var printedDocument: JSONText? { printed()?.document }

  /// The document in a text whose end is missing; `nil` for other texts.
  var cutDocument: JSONText? {
    printed(mayBeCut: true).flatMap { $0.isWhole ? nil : $0.document }
  }

  /// - Returns: also whether nothing stands around the document and nothing is missing.
  private func printed(mayBeCut: Bool = false) -> (document: JSONText, isAlone: Bool, isWhole: Bool)? {
    guard let value = PrintedText(self, mayBeCut: mayBeCut),
      let document = try? JSONReader().outline(value.json, value.json.indices)
    else { return nil }
    return (document, value.wordBytes == 0 && !value.isCut, !value.isCut)
  }

  /// Reads a receipt, or what a program knows of purchases, in an object that it printed.
  func readPrinted() throws(ReceiptError) -> InputFinding? {
    guard PrintedText.mayBegin(bytes[core]) else { return nil }
    if let error = SalesReport.error(in: bytes[core]) { throw error }
    // Among other words a receipt is found by the formats that know what may stand there, too.
    guard let printed = printed(), printed.isAlone else { return nil }
    do throws(ReceiptError) {
      var finding = try JSONWrapper(printed.document, nesting: nesting).unwrap()
      finding.repairs.append(InputRepair(.damagedJSON, count: 1))
      return finding
    } catch {
      var error = error
      // Offsets in the document that was written are not those of the text.
      error.offset = nil
      // A receipt in the middle of a value counts more than the object around it.
      if error.cause == .otherProgram, let found = try? embeddedReceipt() { return found }
      guard error.cause == nil, error.code == .invalidJSON else { throw error }
      return nil
    }
  }

  /// The error for an object about a purchase that a program printed among other words.
  var objectAmongWords: ReceiptError? {
    // Damaged base64 has none of these marks, and is not searched.
    guard
      bytes[core].prefix(1_024).contains(where: { ":|={,\t".utf8.contains($0) }),
      // A long run may be a receipt that cannot be read.
      !LooseMembers.mayHoldReceipt(bytes[core]), let (document, isAlone, isWhole) = printed(mayBeCut: true), !isAlone
    else { return nil }
    // An error that is named says more than an object around it that states nothing of a purchase.
    guard OtherProgram.statesPurchase(in: document) || ErrorText.mentions(in: bytes[core]).allSatisfy(\.isVague) else {
      return nil
    }
    var reason = MissingReceipt.error(document)
    if !isWhole { reason.message = "\(reason.message); a part of it is missing" }
    return [.otherProgram, .googlePlay, .decodedTransaction, .responseWithoutReceipt].contains(reason.cause)
      ? reason : nil
  }

  /// The error for a text that is about an error.
  var errorText: ReceiptError? { ErrorText.error(ErrorText.mentions(in: bytes[core]), at: core.lowerBound) }

  /// The error for a text that a program printed, and in which nothing about a purchase is found.
  var printedObject: ReceiptError? {
    if starts(with: "Unauthenticated") { return MissingReceipt.refusedToken("App Store Server API") }
    // Names of members are near the start.
    let start = String(decoding: bytes[core].prefix(4_096), as: UTF8.self)
    let form = Self.printedBytes.first { form in
      form.starts.contains(where: start.hasPrefix) && start.contains(form.mark)
    }
    guard form != nil || Self.beginsLikeObject(start) else { return nil }
    return ReceiptError(
      .invalidJSON, form?.words ?? PurchaseVocabulary(bytes[core]).named("an object as a program prints it"),
      offset: core.lowerBound,
      hint: form?.hint ?? Self.hintForJSON(start)
    ).withCause(.printedObject)
  }

  /// How to print an object as JSON, in Dart (`Purchase{id: 1}`) or in any language.
  private static func hintForJSON(_ start: String) -> Message {
    let type = start.prefix(while: \.isLetter)
    return !type.isEmpty && start[type.endIndex...].first == "{"
      ? "print all of it as JSON: jsonEncode(value) in Dart, with the names and values of its members"
      : "print all of it as JSON: JSON.stringify(value), json.dumps(value), value.to_json, json_encode($value)"
  }

  /// Whether a text begins with a bracket, perhaps behind a type, and a name that is not one of JSON:
  /// `{ transactionId: `, `Purchase(id=`, `array(1) {\n  ["id"]=>`.
  private static func beginsLikeObject(_ start: String) -> Bool {
    func isWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "_$.".contains(character)
    }
    let type = start.prefix(while: isWord)
    let rest = start[type.endIndex...]
    let bracket = rest.first { !$0.isWhitespace }
    let isCall = !type.isEmpty && rest.first == "("
    // print_r: a blank may stand before the bracket.
    let isPrintR = ["Array", "stdClass"].contains(type) && bracket == "("
    guard isCall || isPrintR || bracket == "{" || bracket == "[" else { return false }
    let first = rest.drop { "({[ \n\r\t)#'\"".contains($0) || $0.isNumber }
    let name = first.prefix(while: isWord)
    guard name.first?.isLetter ?? false else { return false }
    let mark = first[name.endIndex...].drop { "\"'] ".contains($0) }
    let isQuoted = first.startIndex > start.startIndex && start[start.index(before: first.startIndex)] == "\""
    return mark.hasPrefix("=") || mark.hasPrefix(":") && !isQuoted
  }

  /// The error for a whole text that is an object, or JSON after the words of a log, if its kind is known.
  var wholePrintedObject: ReceiptError? {
    // Valid JSON may contain text that looks like this, but has another fault.
    if (try? JSONReader().outline(bytes, core)) == nil {
      if let object = printedObject { return object }
      // Lines of names and values may be anything.
      if let last = bytes[core].last, "})]>;".utf8.contains(last), printedDocument != nil {
        return ReceiptError(
          .invalidJSON, PurchaseVocabulary(bytes[core]).named("an object as a program prints it"),
          hint: "for a proof use the receipt itself, or the signed transaction (jwsRepresentation in StoreKit)"
        ).withCause(.printedObject)
      }
    }
    guard let start = bytes[core].firstIndex(of: UInt8(ascii: "{")), start > core.lowerBound,
      let document = try? JSONReader().outline(bytes, start..<core.upperBound)
    else { return nil }
    let reason = MissingReceipt.error(document)
    return reason.cause == nil ? nil : reason
  }

  /// The error for a sentence that names a transaction, an order or the token of a test notification.
  var sentenceWithNumber: ReceiptError? {
    guard core.count <= 4_096 else { return nil }
    let words = bytes[core].split { !$0.isASCIIDigit && !$0.isASCIILetter }
    // In Chinese no blank stands before a number.
    guard words.count > 1 || words.first?.count ?? 0 < core.count else { return nil }
    // A UUID and a moment in milliseconds, as Apple's server answers:
    // `ce3af791-365e-4c60-841b-1674b43c1609_1656708609000`.
    let token = bytes[core].split(whereSeparator: \.isASCIISpace).first { word in
      word.count == 36 + 1 + 13 && word.prefix(36).isUUID && word.dropFirst(37).allSatisfy(\.isASCIIDigit)
    }
    if let token {
      var error = ReceiptError(
        .otherFormat, "a text with the token of a test notification in it, and no receipt", offset: token.startIndex,
        hint: "receipt-tool api test-notification \(String(decoding: token, as: UTF8.self)) says whether it arrived")
      error.namesCommand = true
      return error
    }
    return transactionOrOrder(in: words)
  }

  /// The error for words of which one is the number of a transaction or of an order; `nil` for other words.
  private func transactionOrOrder(in words: [ArraySlice<UInt8>]) -> ReceiptError? {
    guard let first = words.first(where: { Self.mayBeTransaction($0) || Self.isOrder($0) }) else { return nil }
    let text = String(decoding: first, as: UTF8.self)
    var error: ReceiptError
    if Self.mayBeTransaction(first) {
      error = ReceiptError(
        .transactionIdentifier, "a text with the number \(text) in it, which may be that of a transaction",
        offset: first.startIndex,
        hint: "receipt-tool history \(text) asks Apple for it; a receipt is a file of the app")
    } else {
      var orders: [String] = []
      for word in words where Self.isOrder(word) && orders.count < 10 {
        let order = String(decoding: word, as: UTF8.self)
        if !orders.contains(order) { orders.append(order) }
      }
      let name: Message = orders.count > 1 ? "order numbers" : "order number"
      error = ReceiptError(
        .otherFormat, "a text with the \(name) \(orders.joined(separator: ", ")) in it, and no receipt",
        offset: first.startIndex, hint: "receipt-tool history \(text) asks Apple for what was bought with it"
      ).withCause(.orderNumber)
    }
    error.namesCommand = true
    return error
  }

  /// Whether a word has the digits of a transaction identifier. Fourteen digits that begin with a year of this century
  /// are a date: 20261106165910.
  static func mayBeTransaction(_ word: ArraySlice<UInt8>) -> Bool {
    let isDate = word.count == 14 && word.starts(with: "20".utf8)
    return (14...20).contains(word.count) && word.allSatisfy(\.isASCIIDigit) && !isDate
  }
}
