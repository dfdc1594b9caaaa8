import ReceiptKit

/// Takes the input, the identifier and what is kept out of each record.
struct RecordReader {
  /// What a record holds: the input as a part of the chunk, or unescaped.
  enum Input {
    case range(Range<Int>)
    case own([UInt8])
  }

  private let format: RecordFormat
  private let names: [(name: [UInt8], use: TableColumns.Use)]

  init(_ format: RecordFormat) {
    self.format = format
    names = format.columns.map { (Array($0.name.utf8), $0.use) }
  }

  /// Reads one record.
  ///
  /// - Parameters:
  ///   - range: the record in `bytes`, with its line break.
  ///   - item: gets the identifier and what is kept, also if something else is wrong with the record.
  /// - Throws: `.inputTooLarge`, `.invalidJSON`, `.invalidRecord`, `.emptyInput`: the record does not say what the input is.
  func read(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ columns: TableColumns?, _ item: inout StreamItem
  ) throws(ReceiptError) -> Input {
    let text = range.lowerBound..<bytes.endOfText(range)
    guard text.count <= format.maximumBytes else { throw format.tooLarge }
    switch format.shape {
    case .lines: return .range(text)
    case .jsonLines: return try member(bytes, text, &item)
    case .quotedTable, .tabTable:
      guard let columns, let delimiter = format.delimiter else { throw TableColumns.missing }
      guard !text.isEmpty else { throw ReceiptError(.emptyInput, "an empty line", offset: 0) }
      let record = TableRecord(bytes, text, delimiter, isQuoted: format.quotes != nil)
      return try cell(bytes, record, columns, &item)
    }
  }

  /// Nothing of a record is used that has not as many cells as the table has columns: a delimiter or a mark that was not quoted
  /// moves the others to wrong places.
  private func cell(
    _ bytes: UnsafeRawBufferPointer, _ record: TableRecord, _ columns: TableColumns, _ item: inout StreamItem
  ) throws(ReceiptError) -> Input {
    let count = try record.count()
    guard count == columns.count else { throw wrongCount(count, columns.count) }
    var record = record
    var input: Input?
    var column = -1
    var current: TableCell?
    var kept: [String: JSONValue] = [:]
    for (wanted, use) in columns.used {
      while column < wanted {
        current = try record.next()
        column += 1
      }
      guard let current else { continue }
      switch use {
      case .input: input = current.content(bytes)
      case .identifier: item.identifier = try text(current, bytes, format.identifierField ?? "")
      case .kept(let name): kept[name] = try text(current, bytes, name)
      }
    }
    item.kept = format.kept.map { JSONValue.Member($0, kept[$0] ?? .null) }
    guard let input else { throw missing }
    return input
  }

  private func wrongCount(_ count: Int, _ expected: Int) -> ReceiptError {
    ReceiptError(
      .invalidRecord,
      "a line of \(count.grouped) cell\(count == 1 ? "" : "s"), in a table of \(expected.grouped) "
        + "column\(expected == 1 ? "" : "s")",
      hint: format.quotes == nil
        ? "with --tsv a cell has no tab and no line break in it; --csv takes cells in quotation marks (RFC 4180)"
        : "a \(Delimiter.name(format.delimiter ?? 0)), a line break or a quotation mark inside a cell has to be quoted (RFC 4180)"
    )
  }

  private func text(
    _ cell: TableCell, _ bytes: UnsafeRawBufferPointer, _ name: String
  ) throws(ReceiptError) -> JSONValue {
    guard let text = cell.utf8Text(bytes) else {
      throw ReceiptError(
        .invalidEncoding, "the column '\(name)' is not UTF-8", hint: "convert the file, with iconv for example")
    }
    return .string(text)
  }

  private func member(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ item: inout StreamItem
  ) throws(ReceiptError) -> Input {
    // Files with a byte-order mark each may have been put together to one.
    let line = range.lowerBound + bytes.markLength(in: range)..<range.upperBound
    var members = try JSONMembers(bytes, line)
    var input: Range<Int>?
    var identifier: JSONValue?
    var kept: [String: JSONValue] = [:]
    while let member = try members.next() {
      guard let name = try name(bytes, member.name) else { continue }
      for wanted in names where wanted.name.elementsEqual(name) {
        // Some readers take the first of several members with one name, most the last (RFC 8259, section 4).
        switch wanted.use {
        case .input:
          guard input == nil else { throw twice(format.field) }
          input = member.value
        case .identifier:
          let name = format.identifierField ?? ""
          guard identifier == nil else { throw twice(name) }
          identifier = try value(bytes, member.value, name, in: range)
        case .kept(let name):
          guard kept.updateValue(try value(bytes, member.value, name, in: range), forKey: name) == nil else {
            throw twice(name)
          }
        }
      }
    }
    if format.identifierField != nil { item.identifier = identifier ?? .null }
    item.kept = format.kept.map { JSONValue.Member($0, kept[$0] ?? .null) }
    guard let input else { throw missing }
    return try self.input(bytes, input)
  }

  /// A name as it would be without escapes, if anybody could have asked for it.
  private func name(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) throws(ReceiptError) -> [UInt8]? {
    if bytes.firstIndex(of: UInt8(ascii: "\\"), in: range) == nil {
      return names.contains { $0.name.count == range.count } ? Array(bytes[range]) : nil
    }
    return try value(bytes, range.lowerBound - 1..<range.upperBound + 1).stringValue.map { Array($0.utf8) }
  }

  /// The text of a string, and anything else as it was written.
  private func input(_ bytes: UnsafeRawBufferPointer, _ value: Range<Int>) throws(ReceiptError) -> Input {
    guard bytes[value.lowerBound] == .quotationMark else {
      guard try self.value(bytes, value) != .null else {
        throw ReceiptError(.emptyInput, "the member '\(format.field)' is null", offset: 0)
      }
      return .range(value)
    }
    let inside = value.lowerBound + 1..<value.upperBound - 1
    if bytes.firstIndex(of: UInt8(ascii: "\\"), in: inside) == nil { return .range(inside) }
    return .own(Array((try self.value(bytes, value).stringValue ?? "").utf8))
  }

  private func value(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) throws(ReceiptError) -> JSONValue {
    try JSONReader().read(Array(bytes[range]))
  }

  /// The value of a member that is passed through; errors name it, and count from the beginning of the line.
  private func value(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ name: String, in line: Range<Int>
  ) throws(ReceiptError) -> JSONValue {
    do throws(ReceiptError) {
      return try value(bytes, range)
    } catch {
      var error = error
      do throws(ReceiptError) {
        let inLine = range.lowerBound - line.lowerBound..<range.upperBound - line.lowerBound
        _ = try JSONReader().read(Array(bytes[line.lowerBound..<range.upperBound]), inLine)
      } catch let inLine {
        error = inLine
      }
      error.message = "in the member '\(name)': \(error.message)"
      throw error
    }
  }

  private func twice(_ name: String) -> ReceiptError {
    ReceiptError(
      .invalidRecord, "the line has more than one member '\(name)'", hint: "which one counts? readers of JSON differ")
  }

  private var missing: ReceiptError {
    ReceiptError(
      .invalidRecord, "the line has no member '\(format.field)'",
      hint: "--field has to be the name of a member, as written")
  }
}
