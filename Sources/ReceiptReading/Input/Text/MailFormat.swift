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
    let outcomes = parts.map { $0.isSignatureOfMail ? .signature : PartOutcome($0.bytes, nesting: nesting) }
    let best = [PartOutcome.readable, .damaged, .privateKey, .named].lazy.compactMap(outcomes.firstIndex(of:)).first
    guard let chosen = best else {
      let error = noReceipt(in: parts)
      throw outcomes.contains(.picture) && !outcomes.contains(.archive) ? error.withCause(.picture) : error
    }
    var finding = InputFinding.inner(parts[chosen].bytes, .mail)
    finding.remainingInput = mail.besideParts
    for (index, part) in parts.enumerated() {
      // The text of the mail as plain text and as a page.
      let isAlternative = part.alternative != nil && part.alternative == parts[chosen].alternative
      if index != chosen {
        finding.remainingInput.append(
          RemainingInput(
            bytes: part.bytes, offset: part.offset,
            isOtherFile: [.signature, .picture, .otherFile].contains(outcomes[index]),
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
  package let outcome: PartOutcome
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
      var content: RecognizedInput.Content?
      let outcome = part.isSignatureOfMail ? .signature : PartOutcome(part.bytes, content: &content)
      if let content {
        if contents.contains(content) { continue }
        contents.append(content)
      }
      parts.append(MailPart(name: part.fileName, bytes: part.bytes, outcome: outcome))
    }
    return (parts, mail.besideParts.map(\.bytes) + mail.parts.map(\.rest))
  }
}
