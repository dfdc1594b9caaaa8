@testable import ReceiptAnalysis
@testable import ReceiptBase
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// A worker's line is that of a single call, to the byte, also when it comes from memory.
  static let worker = FuzzTarget(name: "worker") { input in
    for verifies in [true, false] {
      var decoder = InputDecoder()
      decoder.verifies = verifies
      Twins(decoder).compare(input, times: 2)
    }
  }
}

/// A worker, and what it has to agree with.
final class Twins {
  private let worker: ReceiptWorker
  private let head = DocumentHead(source: "-")
  private var output = OutputBuffer()

  init(_ decoder: InputDecoder) {
    worker = ReceiptWorker(decoder)
  }

  /// Writes the line and the document of a single call; traps where they differ.
  ///
  /// - Returns: whether the last line took the fast path, and whether it is a document and no error.
  @discardableResult
  func compare(_ input: [UInt8], times: Int = 1) -> (isFast: Bool, isReadable: Bool) {
    var writer = JSONWriter(layout: .compact)
    var verdict: Authenticity.Verdict?
    var isReadable = true
    do throws(ReceiptError) {
      let decoded = try worker.decoder.decode(input)
      verdict = decoded.authenticity?.verdict
      DecodeDocument(decoded).write(to: &writer, head: DocumentHead(source: "-"))
    } catch {
      isReadable = false
      writer = JSONWriter(layout: .compact)
      ErrorDocument.write(error, schema: DecodeDocument.schema, head: DocumentHead(source: "-"), to: &writer)
    }
    var isFast = false
    for _ in 0..<times {
      output.removeAll()
      let before = worker.fastLines
      let outcome = worker.appendDocument(of: input.span, head: head, to: &output)
      isFast = worker.fastLines > before
      require(output.bytes == writer.bytes, "a line is that of a single call: \(Base64.encode(input))")
      require(outcome.verdict == verdict && (outcome.error == nil) == isReadable, "an outcome is that of its line")
    }
    return (isFast, isReadable)
  }
}
