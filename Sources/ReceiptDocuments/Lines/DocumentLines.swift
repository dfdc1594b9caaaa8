/// What all makers of JSON lines share: the head, which hardly changes from one line to the next, and the error documents.
public struct DocumentLines {
  private let schema: String
  /// What the tool would exit with for an input that cannot be read.
  public let exitCode: (ReceiptError) -> Int32
  private var source = ""
  /// The head of the item that was taken last.
  public private(set) var head = DocumentHead(source: "")

  /// Lines of documents of this schema.
  public init(schema: String, exitCode: @escaping (ReceiptError) -> Int32) {
    self.schema = schema
    self.exitCode = exitCode
  }

  /// Makes the head that of this item.
  public mutating func take(_ item: StreamItem) {
    if item.source != source {
      source = item.source
      head = DocumentHead(source: source)
    }
    head.replaceMembers { writer in
      if let line = item.line { writer.member("line", line) }
      if let identifier = item.identifier {
        writer.key("id")
        writer.value(identifier)
      }
      guard !item.kept.isEmpty else { return }
      writer.key("kept")
      writer.value(.object(item.kept))
    }
  }

  /// Lends a writer that appends to the buffer.
  public func write(to output: inout OutputBuffer, _ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(layout: .compact, taking: &output)
    body(&writer)
    writer.giveBack(&output)
  }

  /// Appends the document of an input that could not be read; its head has to be that of the item.
  public func append(_ error: ReceiptError, to output: inout OutputBuffer) -> LineOutcome {
    let exitCode = exitCode(error)
    write(to: &output) { ErrorDocument.write(error, schema: schema, head: head, exitCode: exitCode, to: &$0) }
    return LineOutcome(error, exitCode: exitCode)
  }
}
