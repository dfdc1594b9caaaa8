/// Lines of `validate --format csv`: a row for each input, with the checks that failed or could not be run.
package final class ValidationSheet: LineRenderer {
  private let renderer: ValidateRenderer
  private let form: SheetForm

  package init(_ renderer: ValidateRenderer, _ form: SheetForm) {
    self.renderer = renderer
    self.form = form
  }

  private static let resultColumns = ["verdict", "authenticity", "environment", "failed", "not_checked", "reasons"]
  private static let errorColumns = ["error", "message"]

  package func appendHeading(to output: inout OutputBuffer) {
    form.appendHeading(form.columns + Self.resultColumns + Self.errorColumns, to: &output)
  }

  package func appendLine(of input: Span<UInt8>, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict {
    do throws(ReceiptError) {
      let validation = try renderer.read(input.withUnsafeBufferPointer { Array($0) })
      let failed = validation.checks.filter { $0.outcome == .failed }
      let missing = validation.checks.filter(\.isMissing)
      func names(_ checks: [CheckResult]) -> SpreadsheetCell { .text(checks.map(\.identifier).joined(separator: " ")) }
      form.append(
        form.cells(item) + [
          .text(validation.verdict.rawValue), .of(validation.decoded.authenticity?.verdict.rawValue),
          .of(validation.decoded.environment), names(failed), names(missing),
          .text((failed + missing).compactMap(\.reason?.description).joined(separator: "; ")), .empty, .empty,
        ], to: &output)
      return renderer.verdict(on: validation)
    } catch {
      return appendLine(for: error, item: item, to: &output)
    }
  }

  package func appendLine(for error: ReceiptError, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict {
    let fault: [SpreadsheetCell] = [.text(error.code.rawValue), .text(error.message.description)]
    form.append(
      form.cells(item) + Array(repeating: .empty, count: Self.resultColumns.count) + fault, to: &output)
    return DocumentVerdict(error)
  }
}
