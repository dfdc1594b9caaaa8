import ReceiptKit

/// Takes out of receipts, answers and notifications what identifies anybody.
///
/// Every value has a rule by the name of its field (``FieldRules``); what has none is replaced. Pseudonyms follow from the key
/// alone: the same value of the same kind becomes the same one in every file. Receipts are signed again by ``RedactionAuthority``.
///
/// It reads no clock and no file; the same input, key and options give the same output.
public struct Redactor: Sendable {
  /// What pseudonyms are made with.
  public var key: RedactionKey
  /// What is replaced beyond what always is.
  public var options: RedactionOptions
  /// Reads inputs. It judges nothing: whom it trusts makes no difference.
  public var decoder: InputDecoder
  /// Whether ``Redaction/items`` is made. Of an input in which somebody chose every name it is longer than the input.
  public var listsItems = true
  /// The longest object or list of a document that is held in memory as a whole, in octets of its text.
  var wholeLength = 4096
  /// Signs what was redacted.
  public var authority: RedactionAuthority

  /// The member that marks a JSON document as redacted.
  public static let mark = "redacted"

  /// Makes a redactor.
  ///
  /// - Throws: `.defect` if OpenSSL cannot start.
  public init(
    key: RedactionKey, options: RedactionOptions = RedactionOptions(), decoder: InputDecoder = InputDecoder()
  ) throws(ReceiptError) {
    self.key = key
    self.options = options
    self.decoder = decoder
    authority = try RedactionAuthority()
  }

  /// Redacts one input.
  ///
  /// - Parameter bytes: any form that ``InputDecoder`` reads, and JSON documents of Apple's without a receipt in them; untrusted.
  /// - Throws: what ``InputDecoder/decode(_:)`` throws; `.notAReceipt` if dates would leave the calendar; `.defect`.
  public func redact(_ bytes: [UInt8]) throws(ReceiptError) -> Redaction {
    let rewriter = try Rewriter(self)
    if bytes.count <= decoder.recognizer.maximumBytes, let document = JSONText.document(bytes) {
      if let schema = document["schema"]?.stringValue, schema.hasPrefix("receipt-tool/") {
        // It says everything in words of its own, of which nothing would be left.
        throw ReceiptError(
          .otherFormat, "a document that this tool made (\(schema.prefix(40))), and no receipt",
          hint: "redact the receipt itself; redact --json prints it as decode does")
      }
      let redacted = try rewriter.document(document)
      // A document in which nothing was a receipt has to be one of Apple's all the same.
      let isKnown =
        rewriter.rewrittenCount > 0 || document.isAnswerOrNotification
        || (try? PurchaseHistoryReader(decoder).read(bytes)) != nil
      if isKnown { return Redaction(content: .json(redacted), items: rewriter.log.items) }
    }
    return try redact(try decoder.decode(bytes))
  }

  private func redact(_ decoded: DecodedInput) throws(ReceiptError) -> Redaction {
    let rewriter = try Rewriter(self)
    let content = try rewriter.content(of: decoded, "")
    return Redaction(content: .text(content), items: rewriter.log.items)
  }
}

/// What was redacted, and how.
public struct Redaction: Sendable {
  /// The kinds of output; that of the input decides.
  public enum Content: Sendable {
    /// A receipt or a transaction receipt in base64, or a JWS, on one line.
    case text(String)
    /// A JSON document: a request, an answer, a notification, or what else had a receipt in it. It has a member `redacted`.
    case json(RedactedDocument)
  }

  /// The result.
  public let content: Content
  /// What was done to which field, in the order in which they were met; empty if it was not wanted (``Redactor/listsItems``).
  public let items: [RedactionItem]

  /// Writes the result, without a line feed at its end.
  public func write(_ layout: JSONWriter.Layout) -> [UInt8] {
    switch content {
    case .text(let text): return Array(text.utf8)
    case .json(let document):
      var bytes: [UInt8] = []
      document.write(layout) { bytes += $0 }
      return bytes
    }
  }
}

extension JSONValue {
  /// The document with its mark, first, and once. A list cannot bear one, but its elements can.
  var marked: JSONValue {
    switch self {
    case .object(let members):
      .object([Member(Redactor.mark, .bool(true))] + members.filter { $0.name != Redactor.mark })
    case .array(let elements): .array(elements.map(\.marked))
    default: self
    }
  }
}
