@testable import ReceiptAnalysis
@testable import ReceiptBase
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// A worker's line is that of a single call, to the byte, also when it comes from memory.
  static let worker = FuzzTarget(name: "worker", usualLength: 4096) { input in
    let line = twins[0].line(of: input)
    if line.isReadable {
      for twin in twins { twin.compare(input, times: 2) }
    } else {
      // Its line does not depend on verifying, and no worker remembers it.
      for twin in twins { twin.compare(input, with: line) }
    }
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
  private let documents: [(remembering: any DocumentRenderer, single: () -> any DocumentRenderer)]
  private let head = DocumentHead(source: "-")
  private var output = OutputBuffer()

  init(_ decoder: InputDecoder) {
    let worker = ReceiptWorker(decoder)
    self.worker = worker
    let moment = Instant(milliseconds: 1_770_000_000_000)
    var expectations = Expectations()
    expectations.allowsTestSigned = true
    let validator = Validator(expectations: expectations, now: moment)
    var documents: [(remembering: any DocumentRenderer, single: () -> any DocumentRenderer)] = []
    func add(_ make: @escaping (ReceiptWorker) -> any DocumentRenderer) {
      documents.append((make(worker), { make(ReceiptWorker(decoder)) }))
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
    for (remembering, makeSingle) in documents {
      let single = makeSingle()
      output.removeAll()
      let verdict = remembering.appendLine(of: input.span, head: head, to: &output)
      var expected = OutputBuffer()
      let expectedVerdict = single.appendLine(of: input.span, head: head, to: &expected)
      require(output.bytes == expected.bytes, "a \(single.schema) is that of a single call: \(Base64.encode(input))")
      require(verdict.word == expectedVerdict.word && verdict.exitCode == expectedVerdict.exitCode, "and its verdict")
    }
  }

  /// What a single call makes of an input.
  struct Line {
    let bytes: [UInt8]
    let verdict: Authenticity.Verdict?
    /// Whether it is a document and no error.
    let isReadable: Bool
  }

  /// The line of a single call.
  func line(of input: [UInt8]) -> Line {
    var writer = JSONWriter(layout: .compact)
    do throws(ReceiptError) {
      let decoded = try worker.decoder.decode(input)
      DecodeDocument(decoded).write(to: &writer, head: head)
      return Line(bytes: writer.bytes, verdict: decoded.authenticity?.verdict, isReadable: true)
    } catch {
      writer.errorDocument(error, schema: DecodeDocument.schema, head: head)
      return Line(bytes: writer.bytes, verdict: nil, isReadable: false)
    }
  }

  /// Compares the line and the documents of the worker with those of single calls; traps where they differ.
  ///
  /// - Parameter line: the line of a single call, if it is known.
  /// - Returns: whether the last line took the fast path, and whether it is a document and no error.
  @discardableResult
  func compare(_ input: [UInt8], with line: Line? = nil, times: Int = 1) -> (isFast: Bool, isReadable: Bool) {
    let line = line ?? self.line(of: input)
    var isFast = false
    for _ in 0..<times {
      output.removeAll()
      let before = worker.fastLines
      let outcome = worker.appendDocument(of: input.span, head: head, to: &output)
      isFast = worker.fastLines > before
      require(output.bytes == line.bytes, "a line is that of a single call: \(Base64.encode(input))")
      require(
        outcome.verdict == line.verdict && (outcome.error == nil) == line.isReadable, "an outcome is that of its line")
    }
    if isFast { compareDocuments(of: input) }
    return (isFast, line.isReadable)
  }
}
