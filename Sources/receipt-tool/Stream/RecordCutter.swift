/// Finds where records end in bytes that grow at their end.
///
/// Of tables it has to know which line breaks stand between quotation marks. As in RFC 4180, a quotation mark opens a cell only
/// at its beginning; anywhere else in a bare cell it is a character like others, as most readers take it.
struct RecordCutter {
  /// Behind the last whole record.
  private(set) var end = 0
  /// Behind the first whole record, or 0.
  private(set) var firstEnd = 0
  /// How many records are whole.
  private(set) var records = 0
  /// How many line breaks stand in them.
  private(set) var lineBreaks = 0

  private let delimiter: UInt8?
  private let isAtStart: Bool
  /// What is before this was looked at.
  private var position = 0
  private var isQuoted = false

  /// A cutter for bytes that begin with the beginning of a record.
  ///
  /// - Parameter isAtStart: whether this is the first one of its source, which may have a byte-order mark in front.
  init(delimiter: UInt8?, isAtStart: Bool = false) {
    self.delimiter = delimiter
    self.isAtStart = isAtStart
  }

  /// Looks at what came since the last call; what was there before has to be the same.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) {
    let before = end
    if let delimiter {
      scanTable(bytes, delimiter)
      lineBreaks += bytes.count(of: .lineFeed, in: before..<end)
    } else {
      while let found = bytes.firstIndex(of: .lineFeed, in: position..<bytes.count) { endRecord(at: found) }
      position = bytes.count
      lineBreaks = records
    }
  }

  /// Whether the record that is not whole has a quotation mark that is not closed, if nothing comes behind these bytes.
  func isOpen(_ bytes: UnsafeRawBufferPointer) -> Bool { isQuoted && position >= bytes.count }

  private mutating func endRecord(at lineFeed: Int) {
    end = lineFeed + 1
    if records == 0 { firstEnd = end }
    position = end
    records += 1
  }

  private mutating func scanTable(
    _ bytes: UnsafeRawBufferPointer, _ delimiter: UInt8, untilFirst: Bool = false
  ) {
    // The next line break, searched for once: behind the last byte if there is none.
    var lineFeed = -1
    while position < bytes.count {
      if isQuoted {
        let mark = bytes.firstIndex(of: .quotationMark, in: position..<bytes.count)
        guard let mark else { return position = bytes.count }
        // Whether it is one of a pair is seen when the next byte is there.
        guard mark + 1 < bytes.count else { return position = mark }
        isQuoted = bytes[mark + 1] == .quotationMark
        position = isQuoted ? mark + 2 : mark + 1
        continue
      }
      if lineFeed < position {
        lineFeed = bytes.firstIndex(of: .lineFeed, in: position..<bytes.count) ?? bytes.count
      }
      if let mark = bytes.firstIndex(of: .quotationMark, in: position..<lineFeed) {
        isQuoted =
          mark == end || bytes[mark - 1] == delimiter || isAtStart && end == 0 && mark == bytes.withoutMark
        position = mark + 1
      } else if lineFeed < bytes.count {
        endRecord(at: lineFeed)
        if untilFirst { return }
      } else {
        position = bytes.count
      }
    }
  }
}

extension RecordCutter {
  /// Behind the line feed of the record that begins here, or behind the last byte if it has none.
  static func endOfRecord(_ bytes: UnsafeRawBufferPointer, from start: Int, delimiter: UInt8?) -> Int {
    guard let delimiter else {
      return bytes.firstIndex(of: .lineFeed, in: start..<bytes.count).map { $0 + 1 } ?? bytes.count
    }
    var cutter = RecordCutter(delimiter: delimiter)
    return cutter.firstRecord(UnsafeRawBufferPointer(rebasing: bytes[start...]), delimiter).map { start + $0 }
      ?? bytes.count
  }

  /// Where the first record ends, without looking beyond it.
  private mutating func firstRecord(_ bytes: UnsafeRawBufferPointer, _ delimiter: UInt8) -> Int? {
    scanTable(bytes, delimiter, untilFirst: true)
    return end > 0 ? end : nil
  }
}
