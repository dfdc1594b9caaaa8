import ReceiptKit

/// The documents of `redact`: each shows one redacted input, or a list of its changes.
package struct RedactRenderer: DocumentRenderer {
  /// What a document shows.
  package enum Form: Sendable {
    /// The redacted receipt or document.
    case redacted
    /// A redacted receipt as `decode` prints it.
    case decoded
    /// The action on each field.
    case list
  }

  /// The result of redacting one input.
  package struct Content {
    /// The redacted receipt or document, and the changes.
    package let redaction: Redaction
    /// The redacted receipt, read again to be shown as `decode` prints it.
    package let decoded: DecodedInput?
  }

  package static let schema = "receipt-tool/redacted/1"
  private let redactor: Redactor
  private let form: Form
  private let worker: ReceiptWorker

  /// Makes a renderer of a redactor's results.
  package init(_ redactor: Redactor, _ form: Form) {
    self.redactor = redactor
    self.form = form
    worker = ReceiptWorker(redactor.decoder)
  }

  package var schema: String {
    switch form {
    case .redacted: Self.schema
    case .decoded: DecodeDocument.schema
    case .list: Redaction.listSchema
    }
  }

  /// The names of a stream's sources in its lines. The name of a file may identify a person. So several sources are
  /// called `file 1`, `file 2` and so on, and a single source is called `-`. The list form keeps the original names.
  package func names(of sources: [String]) -> (String) -> String {
    if form == .list { return { $0 } }
    guard sources.count > 1 else { return { _ in "-" } }
    let numbers = Dictionary(
      zip(sources, (1...sources.count).map { "file \($0)" }), uniquingKeysWith: { first, _ in first })
    return { numbers[$0] ?? "-" }
  }

  package func read(_ input: [UInt8]) throws(ReceiptError) -> Content {
    let redaction = try redactor.redact(input, with: worker)
    guard form == .decoded, case .text(let text) = redaction.content else {
      return Content(redaction: redaction, decoded: nil)
    }
    // It is judged under Apple's roots alone, as by every reader to whom no anchor is given.
    return Content(redaction: redaction, decoded: try InputDecoder().decode(Array(text.utf8)))
  }

  package func verdict(on content: Content) -> DocumentVerdict { DocumentVerdict("redacted", exitCode: 0) }

  package func disclosed(_ error: ReceiptError) -> ReceiptError { error.impersonal }

  package func write(_ content: Content, head: DocumentHead, to writer: inout JSONWriter) {
    if form == .list { return content.redaction.writeList(to: &writer, head: head) }
    if let decoded = content.decoded {
      var document = DecodeDocument(decoded)
      document.isRedacted = true
      return document.write(to: &writer, head: head)
    }
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.members(head)
      writer.member(Redactor.markName, true)
      switch content.redaction.content {
      case .text(let text): writer.member("receipt_data", text)
      case .json(let pieces):
        writer.key("document")
        writer.value(compact: { output in for piece in pieces { output.append(piece.span) } })
      }
    }
    writer.endLine()
  }
}
