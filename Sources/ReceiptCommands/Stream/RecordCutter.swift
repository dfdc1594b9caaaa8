/// Finds where records end in bytes that grow at their end.
///
/// Of tables with quotation marks it has to know which line breaks stand between them. As in RFC 4180, a mark opens a
/// cell only at its beginning; anywhere else in a bare cell it is a character like others, as most readers take it. The
/// mark that closes the cell has a delimiter, a line break or the end of the input behind it. A cell for which that is
/// not so, or which is longer than any record may be, was never quoted: with the line in which it opens the record
/// ends, and the next line begins a new one. Otherwise two marks rows apart would take everything between them for one
/// cell.
///
/// Each byte is looked at twice at most, however many cells are broken: the lines behind the first line of a broken
/// cell have no mark that opens a cell and leaves it open before the place where the first one broke, or that place
/// would lie there.
struct RecordCutter {
  /// Behind the last whole record.
  private(set) var end = 0
  /// Behind the first whole record, or 0.
  private(set) var firstEnd = 0
  /// How many records are whole.
  private(set) var records = 0
  /// How many line breaks stand in them.
  private(set) var lineBreaks = 0

  private let quotes: Quotes?
  private let isAtStart: Bool
  /// What is before this was looked at.
  private var position = 0
  /// The mark that opened the cell which is looked at, if that is not closed.
  private var opened: Int?
  /// Whether the cell that was looked at last is broken, and its line has no end yet.
  private var isBroken = false

  /// What has to be known of a table in whose cells a line break can stand between quotation marks.
  struct Quotes {
    let delimiter: UInt8
    /// The longest record that is read. No cell that closes behind it is one.
    let maximumBytes: Int
  }

  /// A cutter for bytes that begin with the beginning of a record.
  ///
  /// - Parameters:
  ///   - quotes: `nil` where every line is a record.
  ///   - isAtStart: whether this is the first one of its source, which may have a byte-order mark in front.
  init(_ quotes: Quotes?, isAtStart: Bool = false) {
    self.quotes = quotes
    self.isAtStart = isAtStart
  }

  /// Whether the record that is not whole ends inside a cell that may still be closed.
  var isQuoted: Bool { opened != nil }

  /// Looks at what came since the last call; what was there before has to be the same.
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

  /// Looks again when nothing comes behind these bytes any more: a cell that is open is broken.
  mutating func finish(_ bytes: UnsafeRawBufferPointer) {
    guard let quotes else { return }
    let before = end
    // A quotation mark that waits for the next byte closes the cell.
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
    // The next line break, searched for once: behind the last byte if there is none.
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
        if mark == end || bytes[mark - 1] == quotes.delimiter || isAtStart && end == 0 && mark == bytes.withoutMark {
          opened = mark
        }
        position = mark + 1
      } else if lineFeed < bytes.count {
        endRecord(at: lineFeed)
        if untilFirst { return }
      } else {
        position = bytes.count
      }
    }
  }

  /// Looks for the end of the cell that is open; answers whether it is decided.
  private mutating func scanCell(_ bytes: UnsafeRawBufferPointer, _ quotes: Quotes) -> Bool {
    // Saturates: the limit may be as large as numbers are.
    let last = end.addingReportingOverflow(quotes.maximumBytes)
    let limit = last.overflow ? Int.max : last.partialValue
    while position < bytes.count, position <= limit {
      guard let mark = bytes.firstIndex(of: .quotationMark, in: position..<bytes.count) else {
        position = bytes.count
        break
      }
      position = mark
      if mark > limit { break }
      // Whether it is one of a pair is seen when the next byte is there, and what a carriage return is with the one
      // behind.
      guard mark + 1 < bytes.count else { return false }
      switch bytes[mark + 1] {
      case .quotationMark:
        position = mark + 2
        continue
      case quotes.delimiter, .lineFeed:
        close(at: mark)
        return true
      case .carriageReturn:
        guard mark + 2 < bytes.count else { return false }
        if bytes[mark + 2] == .lineFeed {
          close(at: mark)
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

  private mutating func close(at mark: Int) {
    opened = nil
    position = mark + 1
  }

  /// The record ends with the line in which the cell opens, be that there or not.
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
  /// Behind the line feed of the record that begins here, or behind the last byte if it has none.
  ///
  /// - Parameter bytes: up to the end of a record.
  static func endOfRecord(_ bytes: UnsafeRawBufferPointer, from start: Int, _ quotes: Quotes?) -> Int {
    guard let quotes else {
      return bytes.firstIndex(of: .lineFeed, in: start..<bytes.count).map { $0 + 1 } ?? bytes.count
    }
    var cutter = RecordCutter(quotes)
    return cutter.firstRecord(UnsafeRawBufferPointer(rebasing: bytes[start...]), quotes).map { start + $0 }
      ?? bytes.count
  }

  /// Where the first record ends, without looking beyond it.
  private mutating func firstRecord(_ bytes: UnsafeRawBufferPointer, _ quotes: Quotes) -> Int? {
    scanTable(bytes, quotes, untilFirst: true)
    // Behind these bytes the cell may go on, but a record does not.
    if records == 0, opened != nil, position >= bytes.count { breakCell(bytes) }
    return records > 0 ? firstEnd : nil
  }
}
