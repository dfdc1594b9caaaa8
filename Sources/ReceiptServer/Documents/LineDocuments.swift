import NIOCore
import ReceiptKit

/// Makes a document of every line of a request. It belongs to one request, whose calls come one after another, on whatever thread.
///
/// Unchecked, because the compiler does not see that order: each call is awaited before the next one (``DocumentRoutes``).
final class LineDocuments: @unchecked Sendable {
  /// How much of an answer is put together before it is sent.
  private static let batchSize = 1 << 16

  private let kind: DocumentKind
  private let write: DocumentKind.Writing
  private let limit: Int
  private let worker: ReceiptWorker
  private var splitter: LineSplitter
  private var rest = ByteBuffer()

  init(_ kind: DocumentKind, _ preparation: DocumentKind.Preparation, limit: Int) {
    self.kind = kind
    self.limit = limit
    write = preparation.write
    worker = ReceiptWorker(preparation.decoder)
    splitter = LineSplitter(limit: limit)
  }

  /// How many bytes of a line wait for its end.
  var heldCount: Int { splitter.heldCount }

  /// Takes the next bytes of the request. Those before them have been worked on.
  func add(_ piece: ByteBuffer) { rest = piece }

  /// Some documents, and whether there may be more before more bytes come.
  func next() -> (documents: [UInt8], isMore: Bool) {
    var documents: [UInt8] = []
    // A piece can hold many lines, and each line can make a document that is much larger.
    while documents.count < Self.batchSize, let part = rest.readSlice(length: min(rest.readableBytes, 4_096)),
      part.readableBytes > 0
    {
      splitter.take(part) { append($0, to: &documents) }
    }
    return (documents, rest.readableBytes > 0)
  }

  /// The document of a last line without a line break.
  func last() -> [UInt8] {
    var documents: [UInt8] = []
    if let line = splitter.finish() { append(line, to: &documents) }
    return documents
  }

  /// Whether there was any line.
  private(set) var isBegun = false

  /// What is said where there was none.
  func nothing(_ undone: String) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    ErrorDocument.write(
      ReceiptError(.emptyInput, "there was no line: nothing was \(undone)", offset: 0), schema: kind.schema,
      source: "-",
      exitCode: 65, to: &writer)
    return writer.bytes
  }

  private func append(_ line: LineSplitter.Line, to documents: inout [UInt8]) {
    isBegun = true
    let source = "line \(line.number)"
    var writer = JSONWriter(layout: .compact)
    do throws(ReceiptError) {
      guard let bytes = line.bytes else {
        throw ReceiptError(.inputTooLarge, "a line of more than \(limit) bytes", offset: limit)
      }
      try write(bytes, source, worker, &writer)
    } catch {
      writer = JSONWriter(layout: .compact)
      // What the command would have exited with.
      ErrorDocument.write(
        error, schema: kind.schema, source: source, exitCode: error.code == .defect ? 70 : 65, to: &writer)
    }
    // A long one is not copied.
    if documents.isEmpty { documents = writer.bytes } else { documents += writer.bytes }
  }
}
