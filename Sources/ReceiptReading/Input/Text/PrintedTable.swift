/// Rows below a line of names, as databases and spreadsheets print them:
///
///      product_id      | status   | expires_at             product_id,status,expires_at
///     -----------------+----------+---------------------   com.example.pro,refunded,2026-11-12 10:00:00
///      com.example.pro | refunded | 2026-11-12 10:00:00
struct PrintedTable {
  /// A list with an object for each row.
  private(set) var json: [UInt8] = []
  /// The lines above the header, and those with another number of cells.
  private(set) var otherLines: [UInt8] = []

  private static let maximumLines = 400
  /// The number of lines at the start among which the header is.
  private static let maximumLinesBefore = 8
  private static let longestName = 60

  /// - Returns: `nil` without a header or a row, for texts with too many lines, and if a cell may be a receipt.
  init?(_ text: ArraySlice<UInt8>) {
    let lines = Self.rows(of: text)
      .filter { line in line.contains { !"-+|= \t".utf8.contains($0) } }
    guard (2...Self.maximumLines).contains(lines.count) else { return nil }
    for split in [
      Self.splitter(at: "|"), Self.splitter(at: "\t"), Self.splitter(at: ";"), Self.splitter(at: ","), Self.columns,
    ] {
      guard let header = lines.prefix(Self.maximumLinesBefore).firstIndex(where: { Self.isHeader(split($0)) }) else {
        continue
      }
      let names = split(lines[header])
      // It only writes the values of cells, and reads nothing.
      var writer = PrintedValue([], 0..<0)
      for (index, line) in lines.enumerated() where index != header {
        let values = split(line)
        guard index > header, values.count == names.count else {
          otherLines += line + [0x0A]
          continue
        }
        // Another table below the first one may take its purchases back.
        if Self.isHeader(values) { return nil }
        guard !values.contains(where: { ReceiptMember.looksLikeReceipt($0) || LooseMembers.mayHoldReceipt($0) }) else {
          return nil
        }
        for (column, (name, value)) in zip(names, values).enumerated() {
          writer.json.append(UInt8(ascii: column == 0 ? "{" : ","))
          writer.write(name)
          writer.json.append(UInt8(ascii: ":"))
          writer.writePlain(value)
        }
        writer.json += "},".utf8
      }
      guard !writer.json.isEmpty else { return nil }
      json = [UInt8(ascii: "[")] + writer.json.dropLast() + [UInt8(ascii: "]")]
      return
    }
    return nil
  }

  /// The lines of a text. A cell in quotation marks may have several.
  private static func rows(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let lines = text.split(whereSeparator: PrintedValue.isNewline)
    var rows: [ArraySlice<UInt8>] = []
    var isQuoted = false
    for line in lines {
      if isQuoted, let first = rows.popLast() {
        rows.append(text[first.startIndex..<line.endIndex])
      } else {
        rows.append(line)
      }
      if line.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 1 { isQuoted.toggle() }
    }
    // Quotation marks that are not closed are those of words.
    return isQuoted ? lines : rows
  }

  /// Whether a line names a product or a transaction, and something else of a purchase.
  private static func isHeader(_ cells: [ArraySlice<UInt8>]) -> Bool {
    guard cells.count > 1, cells.allSatisfy({ $0.count <= longestName && PrintedValue.isName($0) }) else {
      return false
    }
    let known = cells.filter(LooseMembers.isKnown)
    let meanings = known.compactMap { OtherProgram.unknown.meaning(String(decoding: $0, as: UTF8.self)) }
    return known.count > 1 && !Set(meanings).isDisjoint(with: [.product, .transaction, .original])
  }

  /// What takes a line apart at a separator. Inside quotation marks it separates nothing.
  private static func splitter(at separator: Unicode.Scalar) -> (ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    { line in
      var isQuoted = false
      var cells = line.split(omittingEmptySubsequences: false) { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return !isQuoted && byte == UInt8(ascii: separator)
      }
      if separator == "|" {
        // A mark at an edge of the table has no cell outside of it.
        let edge = UInt8(ascii: "|")
        if cells.first?.allSatisfy(\.isASCIISpace) ?? false, line.first(where: { !$0.isASCIISpace }) == edge {
          cells.removeFirst()
        }
        if cells.last?.allSatisfy(\.isASCIISpace) ?? false, line.last(where: { !$0.isASCIISpace }) == edge {
          cells.removeLast()
        }
      }
      return cells.map { unquoted(trimmed($0)) }
    }
  }

  /// The cells of a line whose columns have two blanks or more between them.
  private static func columns(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var cells: [ArraySlice<UInt8>] = []
    var rest = trimmed(line)
    while let gap = rest.firstRange(of: "  ".utf8) {
      cells.append(rest[..<gap.lowerBound])
      rest = trimmed(rest[gap.upperBound...])
    }
    return (cells + [rest]).map(unquoted)
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.drop(while: \.isASCIISpace).dropLast(while: \.isASCIISpace)
  }

  private static func unquoted(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isQuoted = cell.count > 1 && cell.first == UInt8(ascii: "\"") && cell.last == cell.first
    return isQuoted ? cell.dropFirst().dropLast() : cell
  }
}
