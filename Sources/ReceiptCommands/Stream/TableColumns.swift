import ReceiptKit

/// The columns of the used cells in the records of one table.
struct TableColumns: Sendable {
  /// The purpose of a cell.
  enum Use: Sendable {
    case input
    case identifier
    case kept(name: String)
  }

  /// The used columns, from left to right; one column may have several uses.
  let used: [(column: Int, use: Use)]
  /// The number of columns.
  let count: Int

  /// Reads the line with the names.
  ///
  /// - Throws: `.invalidRecord` if a name that the format needs is missing or occurs twice, `.emptyInput` if there is
  ///   no name.
  init(
    header: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ format: RecordFormat
  ) throws(ReceiptError) {
    guard let delimiter = format.delimiter else { throw Self.missing }
    // No name has a zero byte, and in UTF-16 every second byte of English names is one.
    if bytes.firstIndex(of: 0, in: header) != nil {
      throw ReceiptError(
        .invalidRecord, "the table is UTF-16 text, as Excel saves 'Unicode Text'",
        hint: "save it as 'CSV UTF-8', or convert it: iconv -f UTF-16 -t UTF-8 FILE")
    }
    let fittingDelimiter = { Self.fittingDelimiter(otherThan: delimiter, bytes, header, format) }
    let names: [String]
    do throws(ReceiptError) {
      names = try Self.readNames(bytes, header, delimiter, isQuoted: format.quotes != nil)
    } catch {
      // With the wrong delimiter, closing marks seem to be broken.
      guard let other = fittingDelimiter() else { throw error }
      throw Self.noColumn(format.field, [], format, other)
    }
    guard names != [""] else { throw Self.missing }
    var used: [(column: Int, use: Use)] = []
    for (name, use) in format.columns {
      guard let column = names.firstIndex(of: name) else {
        throw Self.noColumn(name, names, format, fittingDelimiter())
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

  /// The error for a table without any line, or with an empty line instead of the names.
  static var missing: ReceiptError {
    ReceiptError(
      .emptyInput, "a table without a line of column names", offset: 0, hint: "its first line has to name the columns")
  }

  private static func readNames(
    _ bytes: UnsafeRawBufferPointer, _ header: Range<Int>, _ delimiter: UInt8, isQuoted: Bool
  ) throws(ReceiptError) -> [String] {
    var record = TableRecord(bytes, header, delimiter, isQuoted: isQuoted)
    var names: [String] = []
    while let cell = try record.next() { names.append(cell.text(bytes)) }
    return names
  }

  /// Another delimiter with which the first line has all requested names.
  private static func fittingDelimiter(
    otherThan delimiter: UInt8, _ bytes: UnsafeRawBufferPointer, _ header: Range<Int>, _ format: RecordFormat
  ) -> UInt8? {
    Delimiter.usual.first { candidate in
      guard candidate != delimiter, let names = try? readNames(bytes, header, candidate, isQuoted: true) else {
        return false
      }
      return names.count > 1 && format.columns.allSatisfy { names.contains($0.name) }
    }
  }

  /// The error for a table without a column.
  ///
  /// - Parameter other: another delimiter with which the table has all requested columns.
  private static func noColumn(
    _ name: String, _ names: [String], _ format: RecordFormat, _ other: UInt8?
  ) -> ReceiptError {
    if let other {
      return ReceiptError(
        .invalidRecord,
        """
        the table has no column '\(name)' between \(Delimiter.name(format.delimiter ?? 0))s; its cells are separated \
        by \(Delimiter.name(other))s
        """, hint: "\(Delimiter.option(other)) reads it")
    }
    return ReceiptError(
      .invalidRecord, "the table has no column '\(name)'; it has \(list(names))",
      hint: "names have to be written as in its first line; --tsv is for tabs, --csv for commas, --delimiter for others"
    )
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(20).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \((names.count - 20).grouped) more" : shown
  }
}

extension RecordFormat {
  /// The names of columns or members, and their uses.
  var columns: [(name: String, use: TableColumns.Use)] {
    [(field, .input)] + (identifierField.map { [($0, .identifier)] } ?? []) + kept.map { ($0, .kept(name: $0)) }
  }
}
