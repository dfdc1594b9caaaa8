import ReceiptKit

/// A cell of a table: a part of the record.
enum TableCell {
  case bare(Range<Int>)
  /// What stands between its quotation marks, in which each pair of marks stands for one.
  case quoted(Range<Int>)
}

/// Takes the cells of one record apart, by the rule by which ``RecordCutter`` found its end.
struct TableRecord {
  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private let delimiter: UInt8
  private let isQuoted: Bool
  /// Where the next cell begins; `nil` behind the last one.
  private var position: Int?

  /// - Parameters:
  ///   - range: the record without the line break at its end.
  ///   - isQuoted: whether a quotation mark at the beginning of a cell opens it, or is a character like others.
  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ delimiter: UInt8, isQuoted: Bool) {
    self.bytes = bytes
    end = range.upperBound
    self.delimiter = delimiter
    self.isQuoted = isQuoted
    position = range.lowerBound
  }

  /// The next cell, or `nil` behind the last one.
  ///
  /// - Throws: `.invalidRecord` if a quotation mark opens it, and it does not end as quoted cells do.
  mutating func next() throws(ReceiptError) -> TableCell? {
    guard let start = position else { return nil }
    guard isQuoted, start < end, bytes[start] == .quotationMark else {
      let found = bytes.firstIndex(of: delimiter, in: start..<end)
      position = found.map { $0 + 1 }
      return .bare(start..<(found ?? end))
    }
    var mark = bytes.firstIndex(of: .quotationMark, in: start + 1..<end)
    while let closing = mark, closing + 1 < end {
      switch bytes[closing + 1] {
      case .quotationMark: mark = bytes.firstIndex(of: .quotationMark, in: closing + 2..<end)
      case delimiter:
        position = closing + 2
        return .quoted(start + 1..<closing)
      default: throw Self.brokenCell
      }
    }
    guard let mark else { throw Self.brokenCell }
    position = nil
    return .quoted(start + 1..<mark)
  }

  /// How many cells there are from here on.
  ///
  /// - Throws: as ``next()`` does.
  func count() throws(ReceiptError) -> Int {
    var rest = self
    var count = 0
    while try rest.next() != nil { count += 1 }
    return count
  }

  /// What is said of a line with a cell that would take the lines behind it along.
  private static var brokenCell: ReceiptError {
    ReceiptError(
      .invalidRecord, "a quotation mark opens a cell in this line, and the cell does not end as quoted cells do",
      hint:
        "such a cell ends with a mark before a delimiter or a line break, and a mark inside is doubled (RFC 4180)")
  }
}

extension TableCell {
  /// The cell without its marks: a part of the record, or text of its own.
  func content(_ bytes: UnsafeRawBufferPointer) -> RecordReader.Input {
    guard case .quoted(let range) = self, bytes.firstIndex(of: .quotationMark, in: range) != nil else {
      return .range(range)
    }
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var position = range.lowerBound
    while let mark = bytes.firstIndex(of: .quotationMark, in: position..<range.upperBound) {
      text += bytes[position...mark]
      position = mark + 2
    }
    return .own(text + bytes[position..<range.upperBound])
  }

  /// The cell as text; what is not UTF-8 is replaced.
  func text(_ bytes: UnsafeRawBufferPointer) -> String {
    switch content(bytes) {
    case .range(let range): String(decoding: bytes[range], as: UTF8.self)
    case .own(let own): String(decoding: own, as: UTF8.self)
    }
  }

  /// The cell as text, or `nil` where it is not UTF-8.
  func utf8Text(_ bytes: UnsafeRawBufferPointer) -> String? {
    switch content(bytes) {
    case .range(let range): String(validating: bytes[range], as: UTF8.self)
    case .own(let own): String(validating: own, as: UTF8.self)
    }
  }

  private var range: Range<Int> {
    switch self {
    case .bare(let range), .quoted(let range): range
    }
  }
}
