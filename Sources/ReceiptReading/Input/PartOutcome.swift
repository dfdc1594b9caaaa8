/// What a part of a mail, or another item beside a receipt, is.
package enum PartOutcome: Sendable {
  case readable
  /// A receipt that cannot be read, or several.
  case damaged
  /// A text of another recognised kind, such as a sentence with the number of an order.
  case named
  /// A picture, a video or a PDF document.
  case picture
  /// A detached signature of a mail (S/MIME).
  case signature
  /// A private key, which is a secret.
  case privateKey
  /// A file of another kind, which may contain a receipt.
  case otherFile
  /// An archive, which may contain a receipt and so counts as unread.
  case archive
  /// Words.
  case nothing

  /// Whether it is a receipt, or may have been one.
  package var isEvidence: Bool { [.readable, .damaged, .archive, .otherFile].contains(self) }

  package init(_ bytes: [UInt8], nesting: Int = 0) {
    var content: RecognizedInput.Content?
    self.init(bytes, nesting: nesting, content: &content)
  }

  /// - Parameter content: receives the content of a part that was read completely.
  init(_ bytes: [UInt8], nesting: Int = 0, content: inout RecognizedInput.Content?) {
    do throws(ReceiptError) {
      let read = try InputRecognizer(maximumBytes: bytes.count).recognize(bytes, nesting: nesting + 1)
      if read.unread.isEmpty { content = read.content }
      self = .readable
    } catch {
      self.init(error, bytes)
    }
  }

  /// The outcome for bytes that cannot be read.
  package init(_ error: ReceiptError, _ bytes: [UInt8]) {
    switch (error.cause, error.code) {
    case (.picture?, _): self = .picture
    case (.privateKey?, _): self = .privateKey
    case (_, .truncated), (_, .invalidJSON), (_, .invalidASN1), (_, .invalidEnvelope), (_, .invalidPayload),
      (_, .invalidPropertyList):
      self = .damaged
    case (_, .transactionIdentifier): self = .named
    case (_, .otherFormat) where Self.isText(bytes): self = .named
    case (_, .otherFormat) where Self.isArchive(bytes): self = .archive
    case (_, .otherFormat): self = .otherFile
    case (nil, _) where Self.isText(bytes): self = .nothing
    case (nil, _): self = .otherFile
    default: self = .damaged
    }
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.prefix(512).contains { $0 == 0x7F || $0 < 0x20 && !$0.isASCIISpace }
  }

  static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B]) || bytes.starts(with: [0x1F, 0x8B])
  }
}
