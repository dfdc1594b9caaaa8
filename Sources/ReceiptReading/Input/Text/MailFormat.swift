extension InputText {
  /// A mail in a mail in a mail is not searched.
  private static let maximumNesting = 3

  /// A saved mail whose text or attachments are encoded for transport (MIME).
  ///
  /// Every part is a separate input. The part with the receipt is read. Everything else is remaining input: the other
  /// parts, also in another form of the same text, and what is in no part.
  func readMail() throws(ReceiptError) -> InputFinding? {
    guard nesting < Self.maximumNesting, let mail = MailParts(bytes, core) else { return nil }
    let parts = mail.parts.filter { $0.bytes.contains { !$0.isASCIISpace } }
    guard !mail.isTooLarge else {
      throw ReceiptError(
        .otherFormat, "a mail with more than \(MailParts.maximumParts) parts, or with parts deep in each other",
        offset: core.lowerBound, hint: "save the attachment with the receipt, and give that")
    }
    let outcomes = parts.map { $0.isSignatureOfMail ? .otherFile : PartOutcome($0.bytes, nesting: nesting) }
    let best = [PartOutcome.readable, .damaged, .named].lazy.compactMap(outcomes.firstIndex(of:)).first
    guard let chosen = best else { throw noReceipt(in: parts) }
    var finding = InputFinding.inner(parts[chosen].bytes, .mail)
    finding.remainingInput = mail.besideParts
    for (index, part) in parts.enumerated() {
      let isAlternative = part.alternative != nil && part.alternative == parts[chosen].alternative
      if index != chosen {
        finding.remainingInput.append(
          RemainingInput(
            bytes: part.bytes, offset: part.offset, isOtherFile: outcomes[index] == .otherFile,
            isOtherForm: isAlternative))
      }
      if !part.rest.isEmpty {
        finding.remainingInput.append(RemainingInput(bytes: part.rest, offset: part.offset))
      }
    }
    return finding
  }

  private func noReceipt(in parts: [MailParts.Part]) -> ReceiptError {
    let names = parts.compactMap(\.fileName).filter { !$0.isEmpty }
    let archive = parts.first { PartOutcome.isArchive($0.bytes) }?.fileName
    let hint: Message =
      if let archive {
        "save the attachment \(archive.displayed(limit: 60)) and give that"
      } else {
        "the receipt is not in it: ask for it as an attachment, a file of the app or its base64 as text"
      }
    let attachments: Message =
      names.isEmpty
      ? "without an attachment" : "with \(names.prefix(3).map { $0.displayed(limit: 60) }.joined(separator: ", "))"
    return ReceiptError(
      .otherFormat, "a mail \(attachments), and no receipt in it", offset: core.lowerBound, hint: hint)
  }
}

/// The result of examining a part of a mail.
private enum PartOutcome {
  case readable
  /// A receipt that cannot be read, or several.
  case damaged
  /// A text of another recognised kind, such as a sentence with the number of an order.
  case named
  /// A picture, a document.
  case otherFile
  /// Words; or an archive, which may contain a receipt and so counts as unread.
  case nothing

  init(_ bytes: [UInt8], nesting: Int) {
    do throws(ReceiptError) {
      _ = try InputRecognizer(maximumBytes: bytes.count).recognize(bytes, nesting: nesting + 1)
      self = .readable
    } catch {
      let isText = !bytes.prefix(512).contains { $0 < 0x20 && !$0.isASCIISpace }
      switch error.code {
      case .truncated, .invalidJSON, .invalidASN1, .invalidEnvelope, .invalidPayload, .invalidPropertyList:
        self = .damaged
      case .transactionIdentifier: self = .named
      case .otherFormat: self = isText ? .named : Self.isArchive(bytes) ? .nothing : .otherFile
      default: self = error.cause == nil ? .nothing : .damaged
      }
    }
  }

  static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B]) || bytes.starts(with: [0x1F, 0x8B])
  }
}
