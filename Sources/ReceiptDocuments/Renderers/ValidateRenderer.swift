/// Documents of `validate`.
package struct ValidateRenderer: DocumentRenderer {
  private let worker: ReceiptWorker
  private let validator: Validator
  private let showsReceipt: Bool

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - worker: reads, and judges who signed.
  ///   - validator: judges what was decoded.
  ///   - showsReceipt: whether the receipt is added, as verifyReceipt would print it.
  package init(_ worker: ReceiptWorker, _ validator: Validator, showsReceipt: Bool = false) {
    self.worker = worker
    self.validator = validator
    self.showsReceipt = showsReceipt
  }

  /// See ``DocumentRenderer``.
  package var schema: String { ValidateDocument.schema }

  /// See ``DocumentRenderer``.
  package func read(_ input: [UInt8]) throws(ReceiptError) -> Validation {
    validator.validate(try worker.decode(input))
  }

  /// See ``DocumentRenderer``.
  package func verdict(on validation: Validation) -> DocumentVerdict {
    DocumentVerdict(validation.verdict.rawValue, exitCode: validation.verdict == .passed ? 0 : 1)
  }

  /// See ``DocumentRenderer``.
  package func write(_ validation: Validation, head: DocumentHead, to writer: inout JSONWriter) {
    ValidateDocument(validation, showsReceipt: showsReceipt).write(to: &writer, head: head)
  }
}
