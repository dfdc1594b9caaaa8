import ReceiptKit

/// How a stream is divided into records, and what of a record is used.
package struct RecordFormat: Sendable {
  /// The kinds of records.
  enum Shape: Equatable, Sendable {
    /// The whole line is one input.
    case lines
    /// A JSON object a line.
    case jsonLines
    /// Cells with commas, or with another character, between them, below a line with the names of the columns; quoted
    /// as RFC 4180 says.
    case quotedTable(delimiter: UInt8)
    /// The same with tabs, and without quotation marks that mean anything: `text/tab-separated-values`, as IANA has
    /// registered it, knows none, and databases write none.
    case tabTable
  }

  var shape = Shape.lines
  /// The member or column with the input.
  var field = ""
  /// The one with the identifier.
  var identifierField: String?
  /// Those that are passed through.
  var kept: [String] = []
  /// The longest record that is read.
  var maximumBytes: Int

  /// Lines, none of which is longer.
  package init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
  }

  /// The character between the cells of a table.
  var delimiter: UInt8? {
    switch shape {
    case .lines, .jsonLines: nil
    case .quotedTable(let delimiter): delimiter
    case .tabTable: UInt8(ascii: "\t")
    }
  }

  /// What has to be known to find the ends of records in which line breaks can be quoted.
  var quotes: RecordCutter.Quotes? {
    guard case .quotedTable(let delimiter) = shape else { return nil }
    return RecordCutter.Quotes(delimiter: delimiter, maximumBytes: maximumBytes)
  }

  /// An input or record that is longer than the limit; in the words of a single call whose size is not known
  /// beforehand.
  package var tooLarge: ReceiptError {
    ReceiptError(
      .inputTooLarge, "an input of more than \(maximumBytes.grouped) bytes; the limit is \(maximumBytes.grouped)",
      offset: maximumBytes, hint: "raise the limit with --max-size if this really is a receipt")
  }
}
