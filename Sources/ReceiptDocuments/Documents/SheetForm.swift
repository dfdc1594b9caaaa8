/// The common properties of the tables of all commands: the source of each row, and the delimiter of cells.
package struct SheetForm: Sendable {
  /// Whether the inputs are items of a stream, which have line numbers.
  package var hasLines = false
  /// Whether the items have identifiers.
  package var hasIdentifiers = false
  /// Names of the values that are passed through with each item.
  package var kept: [String] = []
  /// The delimiter of cells: a comma, a semicolon, a tab or a bar.
  package var delimiter = UInt8(ascii: ",")
  /// Whether the table begins with a byte-order mark, by which spreadsheets recognise UTF-8.
  package var hasMark = false

  package init() {}

  /// The names of the first columns.
  var columns: [String] {
    ["source"] + (hasLines ? ["line"] : []) + (hasIdentifiers ? ["id"] : []) + kept.map { "kept_" + $0 }
  }

  /// The first cells of a row.
  func cells(_ item: StreamItem) -> [SpreadsheetCell] {
    [.text(item.source)] + (hasLines ? [item.line.map { .number(Int64($0)) } ?? .empty] : [])
      + (hasIdentifiers ? [.of(item.identifier)] : [])
      // Unreadable items have no values to pass through.
      + kept.map { name in .of(item.kept.first { $0.name == name }?.value) }
  }

  /// Appends the line with the names of the columns.
  func appendHeading(_ names: [String], to output: inout OutputBuffer) {
    if hasMark { output.append("\u{FEFF}" as String) }
    append(names.map { .text($0) }, to: &output)
  }

  /// Appends a row.
  func append(_ cells: [SpreadsheetCell], to output: inout OutputBuffer) {
    output.appendRow(cells, delimiter: delimiter)
  }
}
