/// Finds the ends of records in a growing sequence of bytes.
///
/// In tables with quotation marks, it must find the line breaks between the marks. As in RFC 4180, a mark opens a cell
/// only at the start of the cell. Elsewhere in an unquoted cell, it is an ordinary character, as most readers treat it.
/// The closing mark is followed by a delimiter, a line break or the end of the input. A cell without such a closing
/// mark, or longer than any record may be, is not quoted but broken: the record ends with the line in which the cell
/// opens, and the next line starts a new record. Otherwise two marks in different rows would make everything between
/// them one cell.
///
/// Each byte is examined at most twice, however many cells are broken. Between the mark that opened a broken cell and
/// the place where the cell broke, all marks are doubled. A cell that opens there, once its own line is examined, ends
/// at the last mark of such a row.
struct RecordCutter {
  /// The end of the last whole record.
  private(set) var end = 0
  /// The end of the first whole record, or 0.
  private(set) var firstEnd = 0
  /// The number of whole records.
  private(set) var records = 0
  /// The number of line breaks in the whole records.
  private(set) var lineBreaks = 0

  private let quotes: Quotes?
  private let isAtStart: Bool
  /// The position up to which the bytes were examined.
  private var position = 0
  /// The mark that opened the current cell, if the cell is not closed yet.
  private var opened: Int?
  /// Whether the last examined cell is broken and its line has not ended yet.
  private var isBroken = false

  /// The properties of a table whose cells can contain line breaks between quotation marks.
  struct Quotes {
    let delimiter: UInt8
    /// The maximum length of a record. A cell that is not closed within this length is broken.
    let maximumBytes: Int
  }

  /// Makes a cutter for bytes that start with a record.
  ///
  /// - Parameters:
  ///   - quotes: `nil` if every line is a record.
  ///   - isAtStart: whether this is the first record of its source, which may start with a byte-order mark.
  init(_ quotes: Quotes?, isAtStart: Bool = false) {
    self.quotes = quotes
    self.isAtStart = isAtStart
  }

  /// Whether the incomplete record ends inside a cell that may still be closed.
  var isQuoted: Bool { opened != nil }

  /// Examines the bytes added since the last call. The earlier bytes must be unchanged.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) {
    let before = end
    if let quotes {
      scanTable(bytes, quotes)
      lineBreaks += bytes.count(of: .lineFeed, in: before..<end)
    } else {
      while let found = bytes.firstIndex(of: .lineFeed, in: position..<bytes.count) { endRecord(at: found) }
      position = bytes.count
      lineBreaks = records
    }
  }

  /// Examines the end when no more bytes will come: an open cell is then broken.
  mutating func finish(_ bytes: UnsafeRawBufferPointer) {
    guard let quotes else { return }
    let before = end
    // A mark that is the last byte closes its cell: `position` stands at it, so the cell is not broken.
    while opened != nil, position >= bytes.count {
      breakCell(bytes)
      scanTable(bytes, quotes)
    }
    lineBreaks += bytes.count(of: .lineFeed, in: before..<end)
  }

  private mutating func endRecord(at lineFeed: Int) {
    end = lineFeed + 1
    if records == 0 { firstEnd = end }
    position = end
    records += 1
    isBroken = false
  }

  private mutating func scanTable(_ bytes: UnsafeRawBufferPointer, _ quotes: Quotes, untilFirst: Bool = false) {
    // The position of the next line break, which is searched for only once: -1 before that, and the end of the bytes if
    // no line break follows.
    var lineFeed = -1
    while position < bytes.count {
      if opened != nil {
        guard scanCell(bytes, quotes) else { return }
        if untilFirst, records > 0 { return }
        continue
      }
      if lineFeed < position {
        lineFeed = bytes.firstIndex(of: .lineFeed, in: position..<bytes.count) ?? bytes.count
      }
      if !isBroken, let mark = bytes.firstIndex(of: .quotationMark, in: position..<lineFeed) {
        let isAtStartOfSource = isAtStart && end == 0 && mark == bytes.startAfterByteOrderMark
        if mark == end || bytes[mark - 1] == quotes.delimiter || isAtStartOfSource { opened = mark }
        position = mark + 1
      } else if lineFeed < bytes.count {
        endRecord(at: lineFeed)
        if untilFirst { return }
      } else {
        position = bytes.count
      }
    }
  }

  /// Searches for the end of the open cell; returns `false` if more bytes are needed.
  private mutating func scanCell(_ bytes: UnsafeRawBufferPointer, _ quotes: Quotes) -> Bool {
    // The sum saturates: the limit may be as large as the largest number.
    let last = end.addingReportingOverflow(quotes.maximumBytes)
    let limit = last.overflow ? Int.max : last.partialValue
    while position < bytes.count, position <= limit {
      guard let mark = bytes.firstIndex(of: .quotationMark, in: position..<bytes.count) else {
        position = bytes.count
        break
      }
      position = mark
      if mark > limit { break }
      // The next byte shows whether the mark is one of a pair, and the byte after a carriage return shows whether that
      // is a line break.
      guard mark + 1 < bytes.count else { return false }
      switch bytes[mark + 1] {
      case .quotationMark:
        position = mark + 2
        continue
      case quotes.delimiter, .lineFeed:
        closeCell(at: mark)
        return true
      case .carriageReturn:
        guard mark + 2 < bytes.count else { return false }
        if bytes[mark + 2] == .lineFeed {
          closeCell(at: mark)
          return true
        }
      default: break
      }
      breakCell(bytes)
      return true
    }
    if position > limit {
      breakCell(bytes)
      return true
    }
    return false
  }

  private mutating func closeCell(at mark: Int) {
    opened = nil
    position = mark + 1
  }

  /// Ends the record at the line in which the cell opens, even if the end of that line has not come yet.
  private mutating func breakCell(_ bytes: UnsafeRawBufferPointer) {
    guard let opened else { return }
    self.opened = nil
    if let lineFeed = bytes.firstIndex(of: .lineFeed, in: opened..<bytes.count) {
      endRecord(at: lineFeed)
    } else {
      isBroken = true
      position = bytes.count
    }
  }
}

extension RecordCutter {
  /// The position after the line feed of the record that starts here; the end of the bytes if the record has no line
  /// feed.
  ///
  /// - Parameter bytes: bytes that end with a record.
  static func endOfRecord(_ bytes: UnsafeRawBufferPointer, from start: Int, _ quotes: Quotes?) -> Int {
    guard let quotes else {
      return bytes.firstIndex(of: .lineFeed, in: start..<bytes.count).map { $0 + 1 } ?? bytes.count
    }
    var cutter = RecordCutter(quotes)
    return cutter.firstRecord(UnsafeRawBufferPointer(rebasing: bytes[start...]), quotes).map { start + $0 }
      ?? bytes.count
  }

  /// The end of the first record, found without examining the bytes after it.
  private mutating func firstRecord(_ bytes: UnsafeRawBufferPointer, _ quotes: Quotes) -> Int? {
    scanTable(bytes, quotes, untilFirst: true)
    // The cell may continue after these bytes, but the record does not.
    if records == 0, opened != nil, position >= bytes.count { breakCell(bytes) }
    return records > 0 ? firstEnd : nil
  }
}
