/// Documents of `decode`.
package struct DecodeRenderer: DocumentRenderer {
  private let worker: ReceiptWorker
  /// The verdict below which an input's exit code is 1.
  private let requiredVerdict: Authenticity.Verdict?
  private let showsAttributes: Bool

  package init(
    _ worker: ReceiptWorker, requiredVerdict: Authenticity.Verdict? = nil, showsAttributes: Bool = false
  ) {
    self.worker = worker
    self.requiredVerdict = requiredVerdict
    self.showsAttributes = showsAttributes
  }

  package var schema: String { DecodeDocument.schema }

  package func read(_ input: [UInt8]) throws(ReceiptError) -> DecodedInput { try worker.decode(input) }

  package func verdict(on decoded: DecodedInput) -> DocumentVerdict {
    DocumentVerdict(decoded.authenticity?.verdict, atLeast: requiredVerdict)
  }

  package func write(_ decoded: DecodedInput, head: DocumentHead, to writer: inout JSONWriter) {
    DecodeDocument(decoded, showsAttributes: showsAttributes).write(to: &writer, head: head)
  }

  /// The worker produces nearly every line without decoding the receipt to values.
  package func appendLine(
    of input: Span<UInt8>, head: DocumentHead, to output: inout OutputBuffer
  ) -> DocumentVerdict {
    let outcome = worker.appendDocument(of: input, head: head, showsAttributes: showsAttributes, to: &output)
    if let error = outcome.error { return DocumentVerdict(error) }
    return DocumentVerdict(outcome.verdict, atLeast: requiredVerdict)
  }
}
