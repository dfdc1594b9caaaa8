/// Documents of `diagnose`. An input that is no receipt has one, too.
package struct DiagnosisRenderer: DocumentRenderer, Sendable {
  private let diagnostician: Diagnostician

  /// Makes a renderer of what this makes of each input.
  package init(_ diagnostician: Diagnostician) {
    self.diagnostician = diagnostician
  }

  /// See ``DocumentRenderer``.
  package var schema: String { DiagnosisDocument.schema }

  /// See ``DocumentRenderer``.
  package func read(_ input: [UInt8]) throws(ReceiptError) -> Diagnosis {
    diagnostician.diagnose(input)
  }

  /// See ``DocumentRenderer``.
  package func verdict(on diagnosis: Diagnosis) -> DocumentVerdict {
    diagnosis.error.map { DocumentVerdict($0) } ?? DocumentVerdict(diagnosis.cause.rawValue, exitCode: 0)
  }

  /// See ``DocumentRenderer``.
  package func write(_ diagnosis: Diagnosis, head: DocumentHead, to writer: inout JSONWriter) {
    DiagnosisDocument(diagnosis).write(to: &writer, head: head)
  }
}
