import ReceiptKit

/// A cell of a table: a part of the record.
enum TableCell {
  case bare(Range<Int>)
  /// The text between quotation marks. In it, each pair of marks represents one mark.
  case quoted(Range<Int>)
}

/// Separates the cells of one record, by the same rule by which ``RecordCutter`` found its end.
struct TableRecord {
  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private let delimiter: UInt8
  private let isQuoted: Bool
  /// The start of the next cell; `nil` after the last one.
  private var position: Int?

  /// - Parameters:
  ///   - range: the record without the line break at its end.
  ///   - isQuoted: whether a quotation mark at the start of a cell opens it, or is an ordinary character.
  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ delimiter: UInt8, isQuoted: Bool) {
    self.bytes = bytes
    end = range.upperBound
    self.delimiter = delimiter
    self.isQuoted = isQuoted
    position = range.lowerBound
  }

  /// The next cell; `nil` after the last one.
  ///
  /// - Throws: `.invalidRecord` if a quotation mark opens the cell and it is not closed correctly.
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

  /// The number of remaining cells.
  ///
  /// - Throws: the errors of ``next()``.
  func count() throws(ReceiptError) -> Int {
    var rest = self
    var count = 0
    while try rest.next() != nil { count += 1 }
    return count
  }

  /// The error for a line with a cell that would include the lines after it.
  private static var brokenCell: ReceiptError {
    ReceiptError(
      .invalidRecord, "a quotation mark opens a cell in this line, and the cell does not end as quoted cells do",
      hint:
        "such a cell ends with a mark before a delimiter or a line break, and a mark inside is doubled (RFC 4180)")
  }
}

extension TableCell {
  /// The cell without its marks: a part of the record, or a new text.
  func content(_ bytes: UnsafeRawBufferPointer) -> RecordReader.Input {
    guard case .quoted(let range) = self, bytes.firstIndex(of: .quotationMark, in: range) != nil else {
      return .range(self.range)
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

  /// The cell as text. Bytes that are not UTF-8 are replaced.
  func text(_ bytes: UnsafeRawBufferPointer) -> String {
    switch content(bytes) {
    case .range(let range): String(decoding: bytes[range], as: UTF8.self)
    case .own(let own): String(decoding: own, as: UTF8.self)
    }
  }

  /// The cell as text; `nil` if it is not UTF-8.
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
