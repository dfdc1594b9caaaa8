import ReceiptKit

/// A cell of a table: a part of the record, or what is left of it without quotation marks.
enum TableCell {
  case range(Range<Int>)
  case unquoted([UInt8])
}

/// Takes the cells of one record apart, by the rule by which ``RecordCutter`` found its end.
struct TableRecord {
  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private let delimiter: UInt8
  /// Where the next cell begins; `nil` behind the last one.
  private var position: Int?

  /// - Parameter range: the record without the line break at its end.
  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, delimiter: UInt8) {
    self.bytes = bytes
    end = range.upperBound
    self.delimiter = delimiter
    position = range.lowerBound
  }

  /// The next cell, or `nil` behind the last one.
  mutating func next() -> TableCell? {
    guard let start = position else { return nil }
    guard start < end, bytes[start] == .quotationMark else {
      return .range(start..<endOfCell(from: start))
    }
    return quoted(from: start + 1)
  }

  /// Skips cells; answers whether there were as many.
  mutating func skip(_ count: Int) -> Bool {
    for _ in 0..<count where next() == nil { return false }
    return true
  }

  /// Goes to the delimiter or the end of the record.
  private mutating func endOfCell(from start: Int) -> Int {
    let found = bytes.firstIndex(of: delimiter, in: start..<end)
    position = found.map { $0 + 1 }
    return found ?? end
  }

  private mutating func quoted(from start: Int) -> TableCell {
    var unquoted: [UInt8]?
    var pieceStart = start
    while true {
      let mark = bytes.firstIndex(of: .quotationMark, in: pieceStart..<end) ?? end
      guard mark + 1 < end, bytes[mark + 1] == .quotationMark else {
        let closing = mark
        let cellEnd = endOfCell(from: min(closing + 1, end))
        // What stands between the closing mark and the delimiter belongs to the cell.
        let tail = min(closing + 1, end)..<cellEnd
        if unquoted == nil, tail.isEmpty { return .range(start..<closing) }
        return .unquoted((unquoted ?? []) + bytes[pieceStart..<closing] + bytes[tail])
      }
      // A pair stands for one.
      unquoted = (unquoted ?? []) + bytes[pieceStart...mark]
      pieceStart = mark + 2
    }
  }
}

extension TableRecord {
  /// What is said of a line whose quotation mark would take the rest of the table along.
  static var neverClosed: ReceiptError {
    ReceiptError(
      .invalidRecord, "a quotation mark opens a cell in this line, and none closes it",
      hint: "a cell that begins with a quotation mark has to be quoted, and the mark doubled (RFC 4180)")
  }
}
