/// A template for the rows of an attribute table, with every key and its punctuation ready to be copied.
///
/// Its texts are made by ``JSONWriter``, once for each layout and depth, so that both write the same.
struct RowTemplate: Sendable {
  /// A run of octets in ``octets``.
  struct Segment: Sendable {
    var start: UInt16 = 0
    var count: UInt16 = 0
  }

  /// One row. The segments are the texts before, between and after the values, in that order; for a flag, the whole
  /// texts of false and of true.
  struct Row: Sendable {
    var kind: PrintedForm
    /// For a date: the number of octets from the start of the first segment to the end of the fourth. The segments are
    /// adjacent, with zeros in the places of the values.
    var dateLength = 0
    var first = Segment()
    var second = Segment()
    var third = Segment()
    var fourth = Segment()
  }

  /// The text that one row prints for one number, with its key.
  struct Word: Sendable {
    var row: Int
    var number: Int64
    var text: Segment
  }

  private(set) var rows: [Row] = []
  /// The rows that are printed with a value, one bit each; without the row of the purchases.
  private(set) var printable: UInt64 = 0
  /// Those of them that are printed even without a value.
  private(set) var nullable: UInt64 = 0
  /// The octets of all segments, padded at the end, because sixteen octets are copied at once.
  private(set) var octets: [UInt8] = []
  /// The words that replace numbers.
  private(set) var words: [Word] = []
  /// The maximum number of octets for one owner whose texts are no longer than those of a canonical receipt.
  private(set) var limit = 0
  let daylight = DaylightTable.shared

  /// The number of octets that are copied at once.
  static let step = 16
  /// The number of digits of milliseconds since 1970, from 2001 to 2286.
  static let millisecondsLength = 13

  init(_ table: AttributeTable, layout: JSONWriter.Layout, depth: Int) {
    for (index, row) in table.rows.enumerated() { add(row, at: index, layout, depth) }
    octets += [UInt8](repeating: 0, count: RowTemplate.step)
  }

  private mutating func add(_ row: AttributeRow, at index: Int, _ layout: JSONWriter.Layout, _ depth: Int) {
    func key(_ name: String) -> String { JSONWriter.memberStart(name, layout: layout, depth: depth) }
    let quoted = key(row.name) + "\""
    var templateRow = Row(kind: row.printed)
    switch row.printed {
    case .never: break
    case .number, .numberOrNull, .purchases:
      templateRow.first = addSegment(key(row.name))
      if let second = row.alsoAs { templateRow.second = addSegment(key(second)) }
    case .text, .textUnlessEmpty, .digits, .digitsUnlessZero: templateRow.first = addSegment(quoted)
    case .flag:
      templateRow.first = addSegment(quoted + "false\"")
      templateRow.second = addSegment(quoted + "true\"")
    case .word:
      templateRow.first = addSegment(quoted)
      for word in row.words {
        let text = addSegment(quoted + word.text + "\"")
        limit += Int(text.count)
        words.append(Word(row: index, number: word.number, text: text))
      }
    case .date:
      templateRow.first = addSegment(quoted)
      addZeros(ClockText.length)
      templateRow.second = addSegment(" Etc/GMT\"" + key(row.name + "_ms") + "\"")
      addZeros(RowTemplate.millisecondsLength)
      templateRow.third = addSegment("\"" + key(row.name + "_pst") + "\"")
      addZeros(ClockText.length)
      templateRow.fourth = addSegment(" America/Los_Angeles\"")
      templateRow.dateLength = octets.count - Int(templateRow.first.start)
    }
    rows.append(templateRow)
    let bit: UInt64 = 1 << UInt64(index)
    if templateRow.kind != .never, templateRow.kind != .purchases { printable |= bit }
    if templateRow.kind == .numberOrNull { nullable |= bit }
    // Two numbers, or the three forms of a date, take less space than a text may.
    if templateRow.kind != .never { limit += CanonicalReader.longestText + RowTemplate.step }
    limit += [templateRow.first, templateRow.second, templateRow.third, templateRow.fourth].reduce(0) {
      $0 + Int($1.count)
    }
  }

  private mutating func addSegment(_ text: String) -> Segment {
    let start = octets.count
    octets += text.utf8
    return Segment(start: UInt16(start), count: UInt16(octets.count - start))
  }

  private mutating func addZeros(_ count: Int) { octets += repeatElement(UInt8(ascii: "0"), count: count) }
}

extension MutableRawSpan {
  @inline(__always)
  mutating func copy(_ source: RawSpan, _ segment: RowTemplate.Segment, at position: Int) -> Int {
    copy(source, Int(segment.start), Int(segment.count), at: position)
  }
}

/// Writes consecutive rows into memory that is large enough. Each row starts with a comma.
///
/// These functions write a ``Receipt``, and also a canonical receipt that is still octets. Text must be plain, as
/// defined by ``JSONWriter/isPlain(_:)``.
extension RowTemplate {
  /// Writes the wanted rows that have a value or print null without one.
  ///
  /// - Parameters:
  ///   - wanted: the rows to write, one bit each.
  ///   - present: the rows that have a value.
  ///   - source: the octets that contain the text of the values.
  /// - Returns: the position after the rows.
  @inline(__always)
  borrowing func putRows(
    _ wanted: UInt64, _ values: Span<AttributeSlot>, present: UInt64, in source: RawSpan,
    to out: inout MutableRawSpan, at start: Int
  ) -> Int {
    var position = start
    let table = rows.span
    let keys = octets.span.bytes
    var pending = wanted & (present & printable | nullable)
    while pending != 0 {
      let index = pending.trailingZeroBitCount
      let isPresent = present >> UInt64(truncatingIfNeeded: index) & 1 == 1
      position =
        isPresent
        ? putValue(table[index], index, keys, values[index], in: source, to: &out, at: position)
        : Self.putNull(table[index], keys, to: &out, at: position)
      // Clears the lowest set bit; there is at least one.
      pending &= pending &- 1
    }
    return position
  }

  /// Writes one row by itself.
  ///
  /// - Parameter value: the owner's value, or `nil` without one.
  @inline(never)
  borrowing func putRow(
    _ index: Int, _ value: AttributeSlot?, in source: RawSpan, to out: inout MutableRawSpan, at position: Int
  ) -> Int {
    let keys = octets.span.bytes
    let row = rows[index]
    if let value { return putValue(row, index, keys, value, in: source, to: &out, at: position) }
    return row.kind == .numberOrNull ? Self.putNull(row, keys, to: &out, at: position) : position
  }

  /// Writes one row with its value, or nothing if verifyReceipt prints nothing.
  @inline(__always)
  private borrowing func putValue(
    _ row: Row, _ index: Int, _ keys: RawSpan, _ value: AttributeSlot, in source: RawSpan,
    to out: inout MutableRawSpan, at position: Int
  ) -> Int {
    switch row.kind {
    case .text, .textUnlessEmpty:
      if value.count == 0, row.kind == .textUnlessEmpty { return position }
      let start = out.copy(keys, row.first, at: position)
      return out.put(UInt8(ascii: "\""), at: out.copy(source, value.start, value.count, at: start))
    case .date: return Self.putDate(row, daylight, keys, value, source, &out, position)
    case .digits, .digitsUnlessZero:
      if value.number == 0, row.kind == .digitsUnlessZero { return position }
      return out.put(UInt8(ascii: "\""), at: out.putDecimal(value.number, at: out.copy(keys, row.first, at: position)))
    case .flag: return out.copy(keys, value.number == 0 ? row.first : row.second, at: position)
    case .word:
      let words = words.span
      for word in words.indices where words[word].row == index && words[word].number == value.number {
        return out.copy(keys, words[word].text, at: position)
      }
      return out.put(UInt8(ascii: "\""), at: out.putDecimal(value.number, at: out.copy(keys, row.first, at: position)))
    case .number, .numberOrNull:
      let end = out.putDecimal(value.number, at: out.copy(keys, row.first, at: position))
      return row.second.count == 0 ? end : out.putDecimal(value.number, at: out.copy(keys, row.second, at: end))
    case .never, .purchases: return position
    }
  }

  private static func putNull(
    _ row: Row, _ keys: RawSpan, to out: inout MutableRawSpan, at position: Int
  ) -> Int {
    var end = out.copy(keys, row.first, at: position)
    for octet in "null".utf8 { end = out.put(octet, at: end) }
    return end
  }

  // MARK: - Dates

  /// Writes the three forms of a date: `2020-07-22 17:39:08 Etc/GMT`, milliseconds, `2020-07-22 10:39:08
  /// America/Los_Angeles`.
  ///
  /// The row is copied with zeros in the places of the values, which then overwrite the zeros. The UTC date is known as
  /// text; Pacific time differs from it in the hour, and sometimes in the day. Positions come from the template, so
  /// their additions need no overflow check. The span checks every store.
  @inline(__always)
  private static func putDate(
    _ row: Row, _ daylight: DaylightTable, _ keys: RawSpan, _ value: AttributeSlot, _ source: RawSpan,
    _ out: inout MutableRawSpan, _ position: Int
  ) -> Int {
    // The source holds the text of a date only in its canonical form (``AttributeSlot``).
    // The number has exactly thirteen digits from September 2001 to November 2286.
    guard value.count == CanonicalDate.length, value.number >= 1_000_000_000_000, value.number < 10_000_000_000_000
    else {
      return putAnyDate(row, keys, value.number, &out, position)
    }
    let seconds = value.number.magnitude / 1_000
    let clock = ClockText(source, at: value.start)
    guard let pacific = clock.movedBack(hours: daylight.offsetHours(at: Int64(seconds))) else {
      return putAnyDate(row, keys, value.number, &out, position)
    }
    let end = out.copy(keys, Int(row.first.start), row.dateLength, at: position)
    let gmt = position &+ Int(row.first.count)
    clock.put(to: &out, at: gmt)
    let milliseconds = gmt &+ ClockText.length &+ Int(row.second.count)
    // The last three digits keep the zeros of the template.
    out.putTenDigits(seconds, at: milliseconds)
    pacific.put(to: &out, at: milliseconds &+ RowTemplate.millisecondsLength &+ Int(row.third.count))
    return end
  }

  /// Writes the three forms of any date.
  @inline(never)
  private static func putAnyDate(
    _ row: Row, _ keys: RawSpan, _ milliseconds: Int64, _ out: inout MutableRawSpan, _ position: Int
  ) -> Int {
    let seconds = floorDivide(Int(milliseconds), by: 1_000).quotient
    let offset = PacificTime.offsetSeconds(at: Instant(milliseconds: milliseconds))
    var end = putClock(seconds, &out, out.copy(keys, row.first, at: position))
    end = out.putDecimal(milliseconds, at: out.copy(keys, row.second, at: end))
    end = putClock(seconds + offset, &out, out.copy(keys, row.third, at: end))
    return out.copy(keys, row.fourth, at: end)
  }

  /// Writes `2020-07-22 17:39:08`, for seconds since 1970 on the given clock.
  private static func putClock(_ seconds: Int, _ out: inout MutableRawSpan, _ position: Int) -> Int {
    let (days, second) = floorDivide(seconds, by: 86_400)
    let date = CivilDate(daysSince1970: days)
    var end = position
    // The dates of a receipt are within the years 1 to 9999, and their Pacific forms within 0 to 9999: four digits.
    end = out.putPair(date.year / 100, at: end)
    end = out.putPair(date.year % 100, at: end)
    end = out.put(UInt8(ascii: "-"), at: end)
    end = out.putPair(date.month, at: end)
    end = out.put(UInt8(ascii: "-"), at: end)
    end = out.putPair(date.day, at: end)
    end = out.put(UInt8(ascii: " "), at: end)
    end = out.putPair(second / 3_600, at: end)
    end = out.put(UInt8(ascii: ":"), at: end)
    end = out.putPair(second / 60 % 60, at: end)
    end = out.put(UInt8(ascii: ":"), at: end)
    return out.putPair(second % 60, at: end)
  }
}
