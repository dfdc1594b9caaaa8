/// Writes consecutive rows into memory that is large enough. Each row starts with a comma.
///
/// Receipts that were read to values, and receipts that are only ranges of octets, use the same functions. Text must be
/// plain, as defined by ``JSONWriter/isPlain(_:)``.
extension RowTemplate {
  /// Writes rows.
  ///
  /// - Parameters:
  ///   - wanted: the rows to write, one bit each.
  ///   - present: the rows that have a value.
  ///   - source: the octets that contain the text of the values.
  /// - Returns: the position after the rows.
  @inline(__always)
  borrowing func put(
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
        ? put(table[index], index, keys, values[index], in: source, to: &out, at: position)
        : Self.null(table[index], keys, to: &out, at: position)
      // Clears the lowest set bit; there is at least one.
      pending &= pending &- 1
    }
    return position
  }

  /// Writes one row by itself.
  ///
  /// - Parameter value: the owner's value, or `nil` without one.
  @inline(never)
  borrowing func put(
    _ index: Int, _ value: AttributeSlot?, in source: RawSpan, to out: inout MutableRawSpan, at position: Int
  ) -> Int {
    let keys = octets.span.bytes
    let row = rows[index]
    if let value { return put(row, index, keys, value, in: source, to: &out, at: position) }
    return row.kind == .numberOrNull ? Self.null(row, keys, to: &out, at: position) : position
  }

  /// Writes one row, or nothing if verifyReceipt prints nothing.
  @inline(__always)
  private borrowing func put(
    _ row: Row, _ index: Int, _ keys: RawSpan, _ value: AttributeSlot, in source: RawSpan,
    to out: inout MutableRawSpan, at position: Int
  ) -> Int {
    switch row.kind {
    case .text, .textUnlessEmpty:
      if value.count == 0, row.kind == .textUnlessEmpty { return position }
      let start = out.copy(keys, row.first, at: position)
      return out.put(UInt8(ascii: "\""), at: out.copy(source, value.start, value.count, at: start))
    case .date: return Self.date(row, daylight, keys, value, source, &out, position)
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

  private static func null(
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
  private static func date(
    _ row: Row, _ daylight: DaylightTable, _ keys: RawSpan, _ value: AttributeSlot, _ source: RawSpan,
    _ out: inout MutableRawSpan, _ position: Int
  ) -> Int {
    // The number has exactly thirteen digits from September 2001 to November 2286.
    guard value.count == CanonicalDate.length, value.number >= 1_000_000_000_000, value.number < 10_000_000_000_000
    else {
      return anyDate(row, keys, value.number, &out, position)
    }
    let seconds = value.number.magnitude / 1_000
    let clock = ClockText(source, at: value.start)
    guard let pacific = clock.moved(hours: daylight.offsetHours(at: Int64(seconds))) else {
      return anyDate(row, keys, value.number, &out, position)
    }
    let end = out.copy(keys, Int(row.first.start), row.length, at: position)
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
  private static func anyDate(
    _ row: Row, _ keys: RawSpan, _ milliseconds: Int64, _ out: inout MutableRawSpan, _ position: Int
  ) -> Int {
    let seconds = floorDivide(Int(milliseconds), by: 1_000).quotient
    let offset = PacificTime.offsetSeconds(at: Instant(milliseconds: milliseconds))
    var end = clock(seconds, &out, out.copy(keys, row.first, at: position))
    end = out.putDecimal(milliseconds, at: out.copy(keys, row.second, at: end))
    end = clock(seconds + offset, &out, out.copy(keys, row.third, at: end))
    return out.copy(keys, row.fourth, at: end)
  }

  /// Writes `2020-07-22 17:39:08`, for seconds since 1970 on the given clock.
  private static func clock(_ seconds: Int, _ out: inout MutableRawSpan, _ position: Int) -> Int {
    let (days, second) = floorDivide(seconds, by: 86_400)
    let date = CivilDate(daysSince1970: days)
    var end = position
    // All dates of a receipt are within the years 1 to 9999, but the Pacific form of their first hours is in year 0.
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
