import ReceiptKit

/// How a stream is divided into records, and which parts of a record are used.
package struct RecordFormat: Sendable {
  /// The kinds of records.
  enum Shape: Equatable, Sendable {
    /// The whole line is one input.
    case lines
    /// One JSON object on each line.
    case jsonLines
    /// Cells separated by commas or another character, after a line with the names of the columns; quoted according to
    /// RFC 4180.
    case quotedTable(delimiter: UInt8)
    /// Cells separated by tabs, where quotation marks have no meaning: `text/tab-separated-values`, as registered with
    /// IANA, has no quotation marks, and databases write none.
    case tabTable
  }

  var shape = Shape.lines
  /// The member or column with the input.
  var field = ""
  /// The member or column with the identifier.
  var identifierField: String?
  /// The members or columns that are passed through.
  var kept: [String] = []
  /// The maximum length of a record.
  var maximumBytes: Int
  /// The approximate number of bytes that are processed together. It is small where each input takes long, so that
  /// several workers have something to do.
  package var portion = Chunk.target

  /// Makes a format of lines with a maximum length.
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

  /// The properties that are needed to find the ends of records in which line breaks can be quoted.
  var quotes: RecordCutter.Quotes? {
    guard case .quotedTable(let delimiter) = shape else { return nil }
    return RecordCutter.Quotes(delimiter: delimiter, maximumBytes: maximumBytes)
  }

  /// The error for an input or record that exceeds the limit. Its text is the one for a single input whose size was not
  /// known beforehand.
  package var tooLarge: ReceiptError {
    ReceiptError(
      .inputTooLarge, "an input of more than \(grouped: maximumBytes) bytes; the limit is \(grouped: maximumBytes)",
      offset: maximumBytes, hint: "raise the limit with --max-size if this really is a receipt")
  }
}
