import ReceiptKit

/// A redacted JSON document. It is kept as text, so that a large document is never in memory as a tree.
package struct RedactedDocument: Sendable {
  /// The document on one line, without a line feed.
  let pieces: [[UInt8]]

  /// Passes on the document piece by piece, without a line feed at its end.
  package func write(_ layout: JSONWriter.Layout, to take: ([UInt8]) -> Void) {
    guard layout == .pretty else { return pieces.forEach(take) }
    var indenter = JSONIndenter()
    var output = OutputBuffer()
    for piece in pieces {
      indenter.append(piece, to: &output)
      take(output.bytes)
      output.removeAll()
    }
  }
}
