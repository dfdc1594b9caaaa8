/// Documents of `diagnose`. An input that is no receipt has one, too.
public struct DiagnosisRenderer: DocumentRenderer, Sendable {
  private let diagnostician: Diagnostician

  /// Makes a renderer of what this makes of each input.
  public init(_ diagnostician: Diagnostician) {
    self.diagnostician = diagnostician
  }

  /// See ``DocumentRenderer``.
  public var schema: String { DiagnosisDocument.schema }

  /// See ``DocumentRenderer``.
  public func read(_ input: [UInt8]) throws(ReceiptError) -> Diagnosis {
    diagnostician.diagnose(input)
  }

  /// See ``DocumentRenderer``.
  public func verdict(on diagnosis: Diagnosis) -> DocumentVerdict {
    diagnosis.error.map { DocumentVerdict($0) } ?? DocumentVerdict(diagnosis.cause.rawValue, exitCode: 0)
  }

  /// See ``DocumentRenderer``.
  public func write(_ diagnosis: Diagnosis, head: DocumentHead, to writer: inout JSONWriter) {
    DiagnosisDocument(diagnosis).write(to: &writer, head: head)
  }
}
