import ReceiptKit

/// How a stream is divided into records, and what of a record is used.
struct RecordFormat: Sendable {
  /// The kinds of records.
  enum Shape: Equatable, Sendable {
    /// The whole line is one input.
    case lines
    /// A JSON object a line.
    case jsonLines
    /// Cells with this delimiter, below a line with the names of the columns; quoted as RFC 4180 says.
    case table(delimiter: UInt8)
  }

  var shape = Shape.lines
  /// The member or column with the input.
  var field = ""
  /// The one with the identifier.
  var identifierField: String?
  /// Those that are passed through.
  var kept: [String] = []
  /// The longest record that is read.
  var maximumBytes = 16 << 20

  /// The character between the cells of a table.
  var delimiter: UInt8? {
    guard case .table(let delimiter) = shape else { return nil }
    return delimiter
  }

  /// An input or record that is longer than the limit; in the words of a single call whose size is not known beforehand.
  var tooLarge: ReceiptError {
    ReceiptError(
      .inputTooLarge, "an input of more than \(maximumBytes.grouped) bytes; the limit is \(maximumBytes.grouped)",
      offset: maximumBytes, hint: "raise the limit with --max-size if this really is a receipt")
  }
}
