/// Documents of `validate`: the verdict, and every check in the declared order.
package struct ValidateRenderer: DocumentRenderer {
  /// The name of the document's schema. Within one version, keys may be added but not removed.
  package static let schema = "receipt-tool/validate/1"

  private let worker: ReceiptWorker
  private let validator: Validator
  /// Whether the receipt is added in the form of verifyReceipt.
  private let showsReceipt: Bool
  private let texts = CheckTexts()

  package init(_ worker: ReceiptWorker, _ validator: Validator, showsReceipt: Bool = false) {
    self.worker = worker
    self.validator = validator
    self.showsReceipt = showsReceipt
  }

  package var schema: String { Self.schema }

  package func read(_ input: [UInt8]) throws(ReceiptError) -> Validation {
    validator.validate(try worker.decode(input))
  }

  package func verdict(on validation: Validation) -> DocumentVerdict {
    DocumentVerdict(validation.verdict.rawValue, exitCode: validation.verdict == .passed ? 0 : 1)
  }

  package func write(_ validation: Validation, head: DocumentHead, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", schema)
      writer.members(head)
      writer.member("verdict", validation.verdict.rawValue)
      writer.member("judged_at", validation.judgedAt.rfc3339)
      writer.judgement(validation.decoded.authenticity)
      writer.member("environment", validation.decoded.environment)
      writer.member(unread: validation.decoded.unread)
      let repairs = validation.decoded.input.repairs
      if !repairs.isEmpty {
        writer.key("repairs")
        writer.repairs(repairs)
      }
      if writer.layout == .compact {
        writer.key("checks")
        writer.array { texts.write(validation.checks, to: &$0) }
      } else {
        writer.objects("checks", validation.checks) { $0.members(of: $1) }
      }
      guard showsReceipt else { return }
      writer.key("receipt")
      switch validation.decoded.document {
      case .receipt(let receipt): writer.receipt(receipt)
      case .transactionReceipt(let receipt): receipt.writeReceipt(to: &writer)
      case .jws: writer.null()
      }
    }
    writer.endLine()
  }
}

/// The last written results of the checks, as one line: most are the same for every receipt of a stream.
private final class CheckTexts {
  private var lastResults: [CheckResult] = []
  private var texts: [[UInt8]] = []

  /// Writes the elements of an array with a compact writer.
  func write(_ results: [CheckResult], to writer: inout JSONWriter) {
    let hasOtherChecks = results.count != lastResults.count
    if hasOtherChecks { texts = results.map(Self.text) }
    for index in results.indices {
      if !hasOtherChecks, results[index] != lastResults[index] { texts[index] = Self.text(of: results[index]) }
      writer.value(compact: texts[index])
    }
    lastResults = results
  }

  private static func text(of result: CheckResult) -> [UInt8] {
    var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
    writer.object { $0.members(of: result) }
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func members(of check: CheckResult) {
    member("check", check.identifier)
    member("outcome", check.outcome.rawValue)
    member("requested", check.wasRequested)
    member("expected", check.expected)
    member("found", check.found)
    member("reason", check.reason?.description)
  }
}
