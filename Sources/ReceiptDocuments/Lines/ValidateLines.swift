/// Lines of `validate`: the reports of single calls.
public final class ValidateLines: LineRenderer {
  private let worker: ReceiptWorker
  private let validator: Validator
  private let showsReceipt: Bool
  private var lines: DocumentLines

  /// Makes a maker.
  ///
  /// - Parameters:
  ///   - validator: judges what was decoded.
  ///   - decoder: reads, and judges who signed.
  ///   - showsReceipt: whether the receipt is added, as verifyReceipt would print it.
  ///   - exitCode: what the tool would exit with for an input that cannot be read.
  public init(
    _ validator: Validator, _ decoder: InputDecoder, showsReceipt: Bool = false,
    exitCode: @escaping (ReceiptError) -> Int32
  ) {
    worker = ReceiptWorker(decoder, exitCode: exitCode)
    self.validator = validator
    self.showsReceipt = showsReceipt
    lines = DocumentLines(schema: ValidateDocument.schema, exitCode: exitCode)
  }

  /// See ``LineRenderer``.
  public func appendLine(of input: Span<UInt8>, item: StreamItem, to output: inout OutputBuffer) -> LineOutcome {
    lines.take(item)
    do throws(ReceiptError) {
      let validation = validator.validate(try worker.decode(input))
      lines.write(to: &output) {
        ValidateDocument(validation, source: "", showsReceipt: showsReceipt).write(to: &$0, head: lines.head)
      }
      return LineOutcome(validation.verdict.rawValue, exitCode: validation.verdict == .passed ? 0 : 1)
    } catch {
      return lines.append(error, to: &output)
    }
  }

  /// See ``LineRenderer``.
  public func appendLine(for error: ReceiptError, item: StreamItem, to output: inout OutputBuffer) -> LineOutcome {
    lines.take(item)
    return lines.append(error, to: &output)
  }
}
