import ReceiptKit

/// Where the cells that are used stand in the records of one table.
struct TableColumns: Sendable {
  /// What a cell is used for.
  enum Use: Sendable {
    case input
    case identifier
    case kept(name: String)
  }

  /// The columns that are used, from left to right; one may be used twice.
  let used: [(column: Int, use: Use)]
  /// How many columns there are.
  let count: Int

  /// Reads the line with the names.
  ///
  /// - Throws: `.invalidRecord` if a name that the format asks for is not there or there twice, `.emptyInput` if no name is.
  init(header: TableRecord, _ bytes: UnsafeRawBufferPointer, _ format: RecordFormat) throws(ReceiptError) {
    var header = header
    var names: [String] = []
    while let cell = try header.next() { names.append(cell.text(bytes)) }
    guard names != [""] else { throw Self.missing }
    var used: [(column: Int, use: Use)] = []
    for (name, use) in format.columns {
      guard let column = names.firstIndex(of: name) else {
        throw ReceiptError(
          .invalidRecord, "the table has no column '\(name)'; it has \(Self.list(names))",
          hint: "names have to be written as in its first line; --tsv is for tabs, --csv for commas")
      }
      guard names.lastIndex(of: name) == column else {
        throw ReceiptError(
          .invalidRecord, "the table has more than one column '\(name)'", hint: "which one counts? rename the others")
      }
      used.append((column, use))
    }
    count = names.count
    self.used = used.sorted { $0.column < $1.column }
  }

  /// What is said of a table without any line, or with an empty one where the names should be.
  static var missing: ReceiptError {
    ReceiptError(
      .emptyInput, "a table without a line of column names", offset: 0, hint: "its first line has to name the columns")
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(20).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \((names.count - 20).grouped) more" : shown
  }
}

extension RecordFormat {
  /// The names of columns or members, and what they are used for.
  var columns: [(name: String, use: TableColumns.Use)] {
    [(field, .input)] + (identifierField.map { [($0, .identifier)] } ?? []) + kept.map { ($0, .kept(name: $0)) }
  }
}
