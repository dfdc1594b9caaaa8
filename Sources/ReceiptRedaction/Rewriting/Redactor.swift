import ReceiptKit

/// Removes personal identifiers from receipts, answers and notifications.
///
/// Every value has the rule of its field (`redact --list` shows the rules). A value without a rule is replaced.
/// Pseudonyms depend on the key alone: the same value of the same kind gets the same pseudonym in every file.
/// ``RedactionAuthority`` signs the receipts again.
///
/// A redactor reads no clock and no file; the same input, key and options give the same output.
package struct Redactor: Sendable {
  /// The key for pseudonyms.
  package var key: RedactionKey
  /// Options for replacing more than the default.
  package var options: RedactionOptions
  /// Reads inputs. The verdict is not used: its trust anchors have no effect.
  package var decoder: InputDecoder
  /// Whether to make ``Redaction/items``. If an attacker chose all names in an input, the list is longer than the
  /// input.
  package var listsItems = true
  /// The maximum size of an object or list that is held in memory as a whole, in octets of its text.
  var maximumTreeBytes = 4096
  /// Signs redacted receipts and signed data.
  package var authority: RedactionAuthority

  /// The member that marks a JSON document as redacted.
  package static let markName = "redacted"

  /// Makes a redactor.
  ///
  /// - Throws: `.defect` if OpenSSL cannot start.
  package init(
    key: RedactionKey, options: RedactionOptions = RedactionOptions(), decoder: InputDecoder = InputDecoder()
  ) throws(ReceiptError) {
    self.key = key
    self.options = options
    self.decoder = decoder
    authority = try RedactionAuthority()
  }

  /// Redacts one input.
  ///
  /// - Parameter bytes: any form that `InputDecoder` reads, and JSON documents of Apple's without a receipt in them;
  ///   untrusted.
  /// - Throws: the errors of `InputDecoder.decode`; `.notAReceipt` if dates would leave the calendar; `.defect`.
  package func redact(_ bytes: [UInt8]) throws(ReceiptError) -> Redaction {
    try redact(bytes, with: ReceiptWorker(decoder))
  }

  /// Redacts one input, and does not verify a cached chain again.
  ///
  /// - Parameter worker: a worker of the same ``decoder``.
  func redact(_ bytes: [UInt8], with worker: ReceiptWorker) throws(ReceiptError) -> Redaction {
    if let decoded = worker.decodedByCachedChain(bytes) { return try redact(decoded) }
    if bytes.count <= decoder.recognizer.maximumBytes, let document = JSONText.document(bytes),
      let redaction = try redact(document, bytes)
    {
      return redaction
    }
    return try redact(try worker.decode(bytes))
  }

  /// Redacts a JSON document; `nil` for one that is not Apple's and contains no receipt.
  ///
  /// - Parameter bytes: the document as it was given.
  private func redact(_ document: JSONText, _ bytes: [UInt8]) throws(ReceiptError) -> Redaction? {
    if let schema = document["schema"]?.stringValue, schema.hasPrefix("receipt-tool/") {
      // The fields of such a document have names of this program and no rules, so every value would be replaced.
      throw ReceiptError(
        .otherFormat, "a document that this tool made (\(schema.prefix(40))), and no receipt",
        hint: "redact the receipt itself; redact --json prints it as decode does")
    }
    let rewriter = try Rewriter(self)
    let redacted = try rewriter.rewrittenDocument(document)
    // A document that contains no receipt must still be one of Apple's.
    let isKnown =
      rewriter.rewrittenCount > 0 || document.isAnswerOrNotification
      || (try? PurchaseHistoryReader(decoder).read(bytes)) != nil
    return isKnown ? Redaction(content: .json(redacted), items: rewriter.log.items) : nil
  }

  private func redact(_ decoded: DecodedInput) throws(ReceiptError) -> Redaction {
    let rewriter = try Rewriter(self)
    let content = try rewriter.rewrittenContent(of: decoded, at: "")
    return Redaction(content: .text(content), items: rewriter.log.items)
  }
}

/// The result of a redaction.
package struct Redaction: Sendable {
  /// The kinds of output, determined by the input.
  package enum Content: Sendable {
    /// A receipt or a transaction receipt in base64, or a JWS, on one line.
    case text(String)
    /// A JSON document: a request, an answer, a notification, or another document with a receipt. It has a member
    /// `redacted`. It is text on one line, without a line feed, in pieces: a large document is never in memory as a
    /// tree.
    case json([[UInt8]])
  }

  /// The result.
  package let content: Content
  /// The changes to each field, in the order in which they were found; empty without ``Redactor/listsItems``.
  package let items: [RedactionItem]

  /// Passes on the result piece by piece, without a line feed at its end.
  package func write(_ layout: JSONWriter.Layout, to take: ([UInt8]) -> Void) {
    switch content {
    case .text(let text): take(Array(text.utf8))
    case .json(let pieces) where layout == .pretty:
      var indenter = JSONIndenter()
      var output = OutputBuffer()
      for piece in pieces {
        indenter.append(piece, to: &output)
        take(output.bytes)
        output.removeAll()
      }
    case .json(let pieces): pieces.forEach(take)
    }
  }
}

extension JSONValue {
  /// The document with its mark as the first member, exactly once. A list cannot have a mark, but its elements can.
  var marked: JSONValue {
    switch self {
    case .object(let members):
      .object([Member(Redactor.markName, .bool(true))] + members.filter { $0.name != Redactor.markName })
    case .array(let elements): .array(elements.map(\.marked))
    default: self
    }
  }
}
