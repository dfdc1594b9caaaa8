/// Lines of `decode --format csv`: rows of a spreadsheet.
public final class SheetLines: LineRenderer {
  private let worker: ReceiptWorker
  private let sheet: PurchaseSheet
  private let requiredVerdict: Authenticity.Verdict?
  private let exitCode: (ReceiptError) -> Int32

  /// Makes a maker.
  ///
  /// - Parameters:
  ///   - sheet: which columns there are.
  ///   - decoder: reads, and judges who signed.
  ///   - requiredVerdict: the verdict below which an input's exit code is 1.
  ///   - exitCode: what the tool would exit with for an input that cannot be read.
  public init(
    _ sheet: PurchaseSheet, _ decoder: InputDecoder, requiredVerdict: Authenticity.Verdict? = nil,
    exitCode: @escaping (ReceiptError) -> Int32
  ) {
    worker = ReceiptWorker(decoder, exitCode: exitCode)
    self.sheet = sheet
    self.requiredVerdict = requiredVerdict
    self.exitCode = exitCode
  }

  /// See ``LineRenderer``.
  public func appendHeading(to output: inout OutputBuffer) { sheet.appendHeading(to: &output) }

  /// See ``LineRenderer``.
  public func appendLine(of input: Span<UInt8>, item: StreamItem, to output: inout OutputBuffer) -> LineOutcome {
    do throws(ReceiptError) {
      let decoded = try worker.decode(input)
      try sheet.appendRows(decoded, item, to: &output)
      return LineOutcome(decoded.authenticity?.verdict, atLeast: requiredVerdict)
    } catch {
      return appendLine(for: error, item: item, to: &output)
    }
  }

  /// See ``LineRenderer``.
  public func appendLine(for error: ReceiptError, item: StreamItem, to output: inout OutputBuffer) -> LineOutcome {
    sheet.appendRow(error, item, to: &output)
    return LineOutcome(error, exitCode: exitCode(error))
  }
}
