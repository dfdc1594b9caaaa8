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
    let outcomes = parts.map { $0.isSignatureOfMail ? .picture : PartOutcome($0.bytes, nesting: nesting) }
    let best = [PartOutcome.readable, .damaged, .named].lazy.compactMap(outcomes.firstIndex(of:)).first
    guard let chosen = best else {
      let error = noReceipt(in: parts)
      throw outcomes.contains(.picture) && !outcomes.contains(.archive) ? error.withCause(.picture) : error
    }
    var finding = InputFinding.inner(parts[chosen].bytes, .mail)
    finding.remainingInput = mail.besideParts
    for (index, part) in parts.enumerated() {
      let isAlternative = part.alternative != nil && part.alternative == parts[chosen].alternative
      if index != chosen {
        finding.remainingInput.append(
          RemainingInput(
            bytes: part.bytes, offset: part.offset, isOtherFile: [.picture, .otherFile].contains(outcomes[index]),
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

/// One part of a saved mail, as an input of its own.
package struct MailPart: Sendable {
  /// The name of an attachment; `nil` for the text of the mail.
  package let name: String?
  package let bytes: [UInt8]
  /// Whether it is a detached signature of the mail itself.
  package let isSignature: Bool
}

extension InputRecognizer {
  /// The parts of a saved mail, each content once, and what is in no part: fields, text between parts, tags of pages.
  /// No parts of a mail that is not read because of their number. `nil` for anything else.
  package func parts(ofMail bytes: [UInt8]) -> (parts: [MailPart], rest: [[UInt8]])? {
    guard bytes.count <= maximumBytes else { return nil }
    let input = InputText(bytes, nesting: 0)
    guard let mail = MailParts(input.bytes, input.core) else { return nil }
    if mail.isTooLarge { return ([], []) }
    var contents: [RecognizedInput.Content] = []
    var parts: [MailPart] = []
    for part in mail.parts where part.bytes.contains(where: { !$0.isASCIISpace }) {
      if !part.isSignatureOfMail, let read = try? recognize(part.bytes, nesting: 1), read.unread.isEmpty {
        if contents.contains(read.content) { continue }
        contents.append(read.content)
      }
      parts.append(MailPart(name: part.fileName, bytes: part.bytes, isSignature: part.isSignatureOfMail))
    }
    return (parts, mail.besideParts.map(\.bytes) + mail.parts.map(\.rest))
  }
}

/// What a part of a mail, or another item beside a receipt, is.
package enum PartOutcome: Sendable {
  case readable
  /// A receipt that cannot be read, or several.
  case damaged
  /// A text of another recognised kind, such as a sentence with the number of an order.
  case named
  /// A picture, a video or a PDF document.
  case picture
  /// A file of another kind, which may contain a receipt.
  case otherFile
  /// An archive, which may contain a receipt and so counts as unread.
  case archive
  /// Words.
  case nothing

  /// Whether it is a receipt, or may have been one.
  package var isEvidence: Bool { [.readable, .damaged, .archive, .otherFile].contains(self) }

  package init(_ bytes: [UInt8], nesting: Int = 0) {
    do throws(ReceiptError) {
      _ = try InputRecognizer(maximumBytes: bytes.count).recognize(bytes, nesting: nesting + 1)
      self = .readable
    } catch {
      if error.cause == .picture {
        self = .picture
        return
      }
      let isText = !bytes.prefix(512).contains { $0 == 0x7F || $0 < 0x20 && !$0.isASCIISpace }
      switch error.code {
      case .truncated, .invalidJSON, .invalidASN1, .invalidEnvelope, .invalidPayload, .invalidPropertyList:
        self = .damaged
      case .transactionIdentifier: self = .named
      case .otherFormat: self = isText ? .named : Self.isArchive(bytes) ? .archive : .otherFile
      default: self = error.cause != nil ? .damaged : isText ? .nothing : .otherFile
      }
    }
  }

  static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B]) || bytes.starts(with: [0x1F, 0x8B])
  }
}
