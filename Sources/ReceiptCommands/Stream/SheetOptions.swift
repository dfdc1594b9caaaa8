import ArgumentParser
import ReceiptKit

/// Options that apply only to a table that is written.
struct SheetOptions: ParsableArguments {
  @Flag(help: "Begin the table with a byte order mark, by which spreadsheets know UTF-8 (--format csv).")
  var bom = false

  /// - Parameter isWritten: whether a table is written.
  func check(_ streaming: StreamOptions, ofTable isWritten: Bool) throws {
    guard !bom || isWritten else { throw UsageError("--bom", needs: "--format csv") }
    try streaming.records.checkDelimiter(ofTable: isWritten)
  }

  /// The form of the table.
  ///
  /// - Parameter stream: the stream whose lines are the inputs.
  func form(_ streaming: StreamOptions, of stream: StreamSettings? = nil) -> SheetForm {
    var form = SheetForm()
    form.hasMark = bom
    form.delimiter = streaming.records.delimiter?.byte ?? form.delimiter
    guard let stream else { return form }
    form.hasLines = true
    form.hasIdentifiers = stream.format.identifierField != nil
    form.kept = stream.format.kept
    return form
  }
}
