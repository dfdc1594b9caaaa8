@testable import ReceiptAnalysis
@testable import ReceiptBase
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// A worker's line is that of a single call, to the byte, also when it comes from memory.
  static let worker = FuzzTarget(name: "worker", usualLength: 4096) { input in
    for twin in twins { twin.compare(input, times: 2) }
  }

  /// Made once: a worker is worth more than what it is given here. What it remembers of earlier inputs changes none of
  /// its lines, which is what is compared. libFuzzer has one thread.
  nonisolated(unsafe) private static let twins = [true, false].map { verifies in
    var decoder = InputDecoder()
    decoder.verifies = verifies
    return Twins(decoder)
  }
}

/// A worker, and what it has to agree with.
final class Twins {
  private let worker: ReceiptWorker
  /// Documents that are made of values: by the worker, and by single calls.
  private let documents: [(remembering: any DocumentRenderer, single: any DocumentRenderer)]
  private let head = DocumentHead(source: "-")
  private var output = OutputBuffer()

  init(_ decoder: InputDecoder) {
    let worker = ReceiptWorker(decoder)
    self.worker = worker
    let moment = Instant(milliseconds: 1_770_000_000_000)
    var expectations = Expectations()
    expectations.allowsTestSigned = true
    let validator = Validator(expectations: expectations, now: moment)
    var documents: [(any DocumentRenderer, any DocumentRenderer)] = []
    func add(_ make: (ReceiptWorker) -> any DocumentRenderer) {
      documents.append((make(worker), make(ReceiptWorker(decoder, cachesChains: false))))
    }
    add { DecodeRenderer($0, showsAttributes: true) }
    add { ValidateRenderer($0, validator) }
    add { StatusRenderer(PurchaseHistoryReader(decoder), at: moment, from: .option, $0) }
    // A diagnosis has no judging time of its own.
    if decoder.judgingTime == nil { add { DiagnosisRenderer(Diagnostician(decoder: decoder, now: moment), $0) } }
    self.documents = documents
  }

  /// Makes the documents of both; traps where they differ.
  private func compareDocuments(of input: [UInt8]) {
    for (remembering, single) in documents {
      output.removeAll()
      let verdict = remembering.appendLine(of: input.span, head: head, to: &output)
      var expected = OutputBuffer()
      let expectedVerdict = single.appendLine(of: input.span, head: head, to: &expected)
      require(output.bytes == expected.bytes, "a \(single.schema) is that of a single call: \(Base64.encode(input))")
      require(verdict.word == expectedVerdict.word && verdict.exitCode == expectedVerdict.exitCode, "and its verdict")
    }
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
    if isFast { compareDocuments(of: input) }
    return (isFast, isReadable)
  }
}
