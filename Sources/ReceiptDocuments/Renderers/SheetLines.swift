/// Lines of `decode --format csv`: rows of a spreadsheet.
package final class SheetLines: LineRenderer {
  private let worker: ReceiptWorker
  private let sheet: PurchaseSheet
  /// The verdict below which an input's exit code is 1.
  private let requiredVerdict: Authenticity.Verdict?

  package init(
    _ sheet: PurchaseSheet, _ worker: ReceiptWorker, requiredVerdict: Authenticity.Verdict? = nil
  ) {
    self.worker = worker
    self.sheet = sheet
    self.requiredVerdict = requiredVerdict
  }

  package func appendHeading(to output: inout OutputBuffer) { sheet.appendHeading(to: &output) }

  package func appendLine(of input: Span<UInt8>, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict {
    do throws(ReceiptError) {
      let content = try SheetPieces(input.withUnsafeBufferPointer { Array($0) }, worker)
      sheet.appendRows(content, item, to: &output)
      return DocumentVerdict(content.authenticity?.verdict, atLeast: requiredVerdict)
    } catch {
      return appendLine(for: error, item: item, to: &output)
    }
  }

  package func appendLine(for error: ReceiptError, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict {
    sheet.appendRow(error, item, to: &output)
    return DocumentVerdict(error)
  }
}
