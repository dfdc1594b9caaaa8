/// Documents of `validate`: the verdict, and every check in declared order.
package struct ValidateRenderer: DocumentRenderer {
  /// Names the schema of the document. Within one version keys are only added.
  package static let schema = "receipt-tool/validate/1"

  private let worker: ReceiptWorker
  private let validator: Validator
  /// Whether the receipt is added, as verifyReceipt would print it.
  private let showsReceipt: Bool

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
      writer.objects("checks", validation.checks) { writer, check in
        writer.member("check", check.identifier)
        writer.member("outcome", check.outcome.rawValue)
        writer.member("requested", check.wasRequested)
        writer.member("expected", check.expected)
        writer.member("found", check.found)
        writer.member("reason", check.reason)
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
