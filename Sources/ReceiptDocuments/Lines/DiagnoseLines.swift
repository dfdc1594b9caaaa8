/// Lines of `diagnose`: the diagnoses of single calls. An input that is no receipt has one, too.
public final class DiagnoseLines: LineRenderer {
  private let diagnostician: Diagnostician
  private var lines: DocumentLines

  /// Makes a maker.
  ///
  /// - Parameters:
  ///   - diagnostician: diagnoses each input.
  ///   - exitCode: what the tool would exit with for an input that cannot be read.
  public init(_ diagnostician: Diagnostician, exitCode: @escaping (ReceiptError) -> Int32) {
    self.diagnostician = diagnostician
    lines = DocumentLines(schema: DiagnosisDocument.schema, exitCode: exitCode)
  }

  /// See ``LineRenderer``.
  public func appendLine(of input: Span<UInt8>, item: StreamItem, to output: inout OutputBuffer) -> LineOutcome {
    lines.take(item)
    let diagnosis = diagnostician.diagnose(input.withUnsafeBufferPointer { Array($0) })
    lines.write(to: &output) { DiagnosisDocument(diagnosis, source: "").write(to: &$0, head: lines.head) }
    return diagnosis.error.map { LineOutcome($0, exitCode: lines.exitCode($0)) }
      ?? LineOutcome(diagnosis.cause.rawValue, exitCode: 0)
  }

  /// See ``LineRenderer``.
  public func appendLine(for error: ReceiptError, item: StreamItem, to output: inout OutputBuffer) -> LineOutcome {
    lines.take(item)
    return lines.append(error, to: &output)
  }
}
