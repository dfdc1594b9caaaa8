/// Writes one document per input of a stream as a line, with the stream's members at its head.
package final class DocumentLines: LineRenderer {
  private let renderer: any DocumentRenderer
  private let name: (String) -> String
  private var source: String?
  /// The head hardly changes between lines.
  private var head = DocumentHead(source: "")

  /// Makes lines from the documents of a renderer.
  ///
  /// - Parameter name: returns the name of a source for the lines; by default, the name is not changed.
  package init(_ renderer: any DocumentRenderer, naming name: @escaping (String) -> String = { $0 }) {
    self.renderer = renderer
    self.name = name
  }

  package func appendLine(of input: Span<UInt8>, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict {
    take(item)
    return renderer.appendLine(of: input, head: head, to: &output)
  }

  package func appendLine(for error: ReceiptError, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict {
    take(item)
    return renderer.appendLine(for: error, head: head, to: &output)
  }

  /// Adapts the head to this item.
  private func take(_ item: StreamItem) {
    if item.source != source {
      source = item.source
      head = DocumentHead(source: name(item.source))
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
}
