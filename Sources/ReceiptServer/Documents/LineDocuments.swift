import NIOCore
import ReceiptKit

/// Makes a document from every line of a request. An instance belongs to one request, which calls it sequentially, from
/// any thread.
///
/// The class is `@unchecked Sendable` because the compiler cannot see this order: each call is awaited before the next
/// one (``DocumentRoutes``).
final class LineDocuments: @unchecked Sendable {
  /// The size of the part of an answer that is collected before it is sent.
  private static let batchSize = 1 << 16

  private let limit: Int
  private let lines: DocumentLines
  private var splitter: LineSplitter
  private var rest = ByteBuffer()

  init(_ preparation: DocumentKind.Preparation, limit: Int) {
    self.limit = limit
    lines = DocumentLines(preparation.renderer(ReceiptWorker(preparation.decoder)))
    splitter = LineSplitter(limit: limit)
  }

  /// The number of bytes of a line that wait for its end.
  var heldCount: Int { splitter.heldCount }

  /// Adds the next bytes of the request. All earlier bytes have been processed.
  func add(_ piece: ByteBuffer) { rest = piece }

  /// Returns some documents, and whether there may be more before more bytes arrive.
  func next() -> (documents: [UInt8], isMore: Bool) {
    var documents = OutputBuffer()
    // A piece can contain many lines, and the document of a line can be much larger than the line.
    while documents.count < Self.batchSize, let part = rest.readSlice(length: min(rest.readableBytes, 4_096)),
      part.readableBytes > 0
    {
      splitter.take(part) { append($0, to: &documents) }
    }
    return (documents.bytes, rest.readableBytes > 0)
  }

  /// The document of a last line without a line break.
  func last() -> [UInt8] {
    var documents = OutputBuffer()
    if let line = splitter.finish() { append(line, to: &documents) }
    return documents.bytes
  }

  /// Whether there was any line.
  private(set) var hasLines = false

  /// The document for a request without any line.
  ///
  /// - Parameter undone: the word for the work that was not done.
  func errorWithoutLines(_ undone: String) -> [UInt8] {
    var documents = OutputBuffer()
    append(
      ReceiptError(.emptyInput, "there was no line: nothing was \(undone)", offset: 0), source: "-", to: &documents)
    return documents.bytes
  }

  private func append(_ line: LineSplitter.Line, to documents: inout OutputBuffer) {
    hasLines = true
    let source = "line \(line.number)"
    guard let bytes = line.bytes else {
      let error = ReceiptError(.inputTooLarge, "a line of more than \(limit) bytes", offset: limit)
      return append(error, source: source, to: &documents)
    }
    _ = lines.appendLine(of: bytes.span, item: StreamItem(source: source, line: nil), to: &documents)
  }

  private func append(_ error: ReceiptError, source: String, to documents: inout OutputBuffer) {
    _ = lines.appendLine(for: error, item: StreamItem(source: source, line: nil), to: &documents)
  }
}
