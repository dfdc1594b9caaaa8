import ReceiptKit

/// Extracts the input, the identifier and the kept values from each record.
struct RecordReader {
  /// The input in a record: as a part of the chunk, or unescaped.
  enum Input {
    case range(Range<Int>)
    case own([UInt8])
  }

  private let format: RecordFormat
  /// The members that are used. A name with a path may be the name of a member itself, too.
  private let wantedMembers: [(name: [UInt8], path: [[UInt8]], use: TableColumns.Use)]

  init(_ format: RecordFormat) {
    self.format = format
    wantedMembers = format.columns.map { (Array($0.name.utf8), Self.path($0.name), $0.use) }
  }

  /// The path to a member inside another member: `/order/receipt` (RFC 6901), or `order.receipt`; empty for a plain
  /// name.
  private static func path(_ name: String) -> [[UInt8]] {
    if name.hasPrefix("/") {
      return name.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
        Array($0.replacing("~1", with: "/").replacing("~0", with: "~").utf8)
      }
    }
    let steps = name.split(separator: ".", omittingEmptySubsequences: false)
    return steps.count > 1 ? steps.map { Array($0.utf8) } : []
  }

  /// Reads one record.
  ///
  /// - Parameters:
  ///   - range: the record in `bytes`, with its line break.
  ///   - item: receives the identifier and the kept values, even if the record has another fault.
  /// - Throws: `.inputTooLarge`, `.invalidJSON`, `.invalidRecord`, `.emptyInput`: the record does not identify its
  ///   input.
  func read(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ columns: TableColumns?, _ item: inout StreamItem
  ) throws(ReceiptError) -> Input {
    let text = range.lowerBound..<bytes.endOfText(range)
    guard text.count <= format.maximumBytes else { throw format.tooLarge }
    switch format.shape {
    case .lines: return .range(text)
    case .jsonLines: return try readObject(bytes, text, &item)
    case .quotedTable, .tabTable:
      guard let columns, let delimiter = format.delimiter else { throw TableColumns.missing }
      guard !text.isEmpty else { throw ReceiptError(.emptyInput, "an empty line", offset: 0) }
      let record = TableRecord(bytes, text, delimiter, isQuoted: format.quotes != nil)
      return try readCells(bytes, record, columns, &item)
    }
  }

  /// Reads a record of a table.
  ///
  /// It is used only if it has as many cells as the table has columns: an unquoted delimiter or mark moves other
  /// cells to wrong columns.
  private func readCells(
    _ bytes: UnsafeRawBufferPointer, _ record: TableRecord, _ columns: TableColumns, _ item: inout StreamItem
  ) throws(ReceiptError) -> Input {
    let count = try record.count()
    guard count == columns.count else { throw wrongCount(count, columns.count) }
    var record = record
    var input: Input?
    // The last cell that was read, and its column: cells can only be read from left to right.
    var column = -1
    var current: TableCell?
    var kept: [String: JSONValue] = [:]
    var fault: ReceiptError?
    for (wanted, use) in columns.used {
      while column < wanted {
        current = try record.next()
        column += 1
      }
      guard let current else { continue }
      do throws(ReceiptError) {
        switch use {
        case .input: input = current.content(bytes)
        case .identifier: item.identifier = try string(current, bytes, format.identifierField ?? "")
        case .kept(let name): kept[name] = try string(current, bytes, name)
        }
      } catch {
        fault = fault ?? error
      }
    }
    item.kept = format.kept.map { JSONValue.Member($0, kept[$0] ?? .null) }
    if let fault { throw fault }
    guard let input else { throw missing }
    return input
  }

  private func wrongCount(_ count: Int, _ expected: Int) -> ReceiptError {
    let cells: Message = count == 1 ? "a line of 1 cell" : "a line of \(grouped: count) cells"
    let columns: Message = expected == 1 ? "a table of 1 column" : "a table of \(grouped: expected) columns"
    return ReceiptError(
      .invalidRecord, "\(cells), in \(columns)",
      hint: format.quotes == nil
        ? "with --tsv a cell has no tab and no line break in it; --csv takes cells in quotation marks (RFC 4180)"
        : """
        a \(Delimiter.name(format.delimiter ?? 0)), a line break or a quotation mark inside a cell has to be quoted \
        (RFC 4180)
        """
    )
  }

  /// A cell as a JSON string.
  private func string(
    _ cell: TableCell, _ bytes: UnsafeRawBufferPointer, _ name: String
  ) throws(ReceiptError) -> JSONValue {
    guard let text = cell.utf8Text(bytes) else {
      throw ReceiptError(
        .invalidEncoding, "the column '\(name)' is not UTF-8", hint: "convert the file, with iconv for example")
    }
    return .string(text)
  }

  /// Reads a line with a JSON object.
  private func readObject(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ item: inout StreamItem
  ) throws(ReceiptError) -> Input {
    // A line may start with a byte-order mark if several files were concatenated.
    let line = range.lowerBound + bytes.byteOrderMarkLength(in: range)..<range.upperBound
    var input: JSONText?
    var identifier: JSONValue?
    var kept: [String: JSONValue] = [:]
    func take(_ value: JSONText, as use: TableColumns.Use) throws(ReceiptError) {
      // If a name occurs several times, some readers use the first member, most the last (RFC 8259, section 4).
      switch use {
      case .input:
        guard input == nil else { throw twice(format.field) }
        input = value
      case .identifier:
        guard identifier == nil else { throw twice(format.identifierField ?? "") }
        identifier = value.tree
      case .kept(let name):
        guard kept.updateValue(value.tree, forKey: name) == nil else { throw twice(name) }
      }
    }
    let all = try members(Array(bytes[line]))
    // Takes the members whose use is wanted, each by its name and by its path.
    func takeAll(_ isWanted: (TableColumns.Use) -> Bool) throws(ReceiptError) {
      for wanted in wantedMembers where isWanted(wanted.use) {
        for (name, value) in all where wanted.name.elementsEqual(name.utf8) { try take(value, as: wanted.use) }
        if !wanted.path.isEmpty, let value = try member(wanted.path[...], of: all) { try take(value, as: wanted.use) }
      }
    }
    // A record whose other members are in doubt is still the one with this identifier.
    try takeAll { if case .identifier = $0 { true } else { false } }
    if format.identifierField != nil { item.identifier = identifier ?? .null }
    var fault: ReceiptError?
    do throws(ReceiptError) {
      try takeAll { if case .kept = $0 { true } else { false } }
    } catch {
      fault = error
    }
    item.kept = format.kept.map { JSONValue.Member($0, kept[$0] ?? .null) }
    if let fault { throw fault }
    try takeAll(\.isInput)
    guard let input else { throw missing }
    return try text(of: input, bytes, line)
  }

  /// The value at the end of a path through objects.
  private func member(_ path: ArraySlice<[UInt8]>, of members: JSONText.Members) throws(ReceiptError) -> JSONText? {
    guard let first = path.first else { return nil }
    var found: JSONText?
    for (name, value) in members where first.elementsEqual(name.utf8) {
      guard found == nil else { throw twice(name) }
      found = value
    }
    guard path.count > 1, let found else { return found }
    guard let inside = found.memberNodes else { return nil }
    return try member(path.dropFirst(), of: inside)
  }

  /// The members of the object in one line. The whole line is read strictly: otherwise two readers could read different
  /// receipts from it.
  private func members(_ line: [UInt8]) throws(ReceiptError) -> JSONText.Members {
    // White space of JSON (RFC 8259, 2).
    guard let first = line.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      throw ReceiptError(.emptyInput, "an empty line", offset: 0)
    }
    do throws(JSONError) {
      if let members = try JSONReader().outline(line, 0..<line.count).memberNodes { return members }
    } catch {
      // An object with a fault, or no JSON at all.
      guard first != UInt8(ascii: "{") else { throw ReceiptError(.invalidJSON, error.message, offset: error.offset) }
      throw ReceiptError(.invalidJSON, Self.noObject, offset: 0)
    }
    // JSON, such as a string or a list.
    throw ReceiptError(.invalidRecord, Self.noObject, offset: 0)
  }

  private static let noObject: Message = "a line that is not a JSON object"

  /// The text of a string; any other value as it was written.
  private func text(
    of value: JSONText, _ bytes: UnsafeRawBufferPointer, _ line: Range<Int>
  ) throws(ReceiptError) -> Input {
    let written = value.range
    let range = line.lowerBound + written.lowerBound..<line.lowerBound + written.upperBound
    guard bytes[range.lowerBound] == .quotationMark else {
      guard value.shallow != .null else {
        throw ReceiptError(.emptyInput, "the member '\(format.field)' is null", offset: 0)
      }
      return .range(range)
    }
    let inside = range.lowerBound + 1..<range.upperBound - 1
    if bytes.firstIndex(of: UInt8(ascii: "\\"), in: inside) == nil { return .range(inside) }
    return .own(Array((value.stringValue ?? "").utf8))
  }

  private func twice(_ name: String) -> ReceiptError {
    ReceiptError(
      .invalidRecord, "the line has more than one member '\(name)'", hint: "which one counts? readers of JSON differ")
  }

  private var missing: ReceiptError {
    ReceiptError(
      .invalidRecord, "the line has no member '\(format.field)'",
      hint:
        "--field has to be the name of a member, as written; of one inside of others order.receipt, or /order/receipt")
  }
}

extension TableColumns.Use {
  fileprivate var isInput: Bool { if case .input = self { true } else { false } }
}
