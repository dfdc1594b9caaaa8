/// A value of a row that can be written as it is: its text is plain, as ``JSONWriter/isPlain(_:)`` says.
///
/// Receipts that were read to values and receipts whose octets are only pointed at are written through the same few functions.
struct PlainValue {
  /// Where the text is in its source. A date has one only in the form of ``PlainDate``.
  var start = 0
  var count = 0
  /// The number, or the milliseconds of a date.
  var number: Int64 = 0

  init(_ slot: AttributeSlot) {
    (start, count, number) = (slot.start, slot.count, slot.number)
  }

  init(text count: Int = 0, number: Int64 = 0) {
    (self.count, self.number) = (count, number)
  }
}

/// Writes rows behind each other into memory that is large enough for them.
struct RowWriter {
  private let daylight = DaylightTable.shared
  /// Octets of the next key that are left out: its comma, before the first member of an object.
  private var skip: Int

  init(isFirst: Bool) {
    skip = isFirst ? 1 : 0
  }

  /// Writes the rows of a range.
  ///
  /// - Returns: the position behind them.
  @inline(never)
  mutating func put(
    _ range: Range<Int>, of plan: borrowing RowPlan, _ slots: borrowing AttributeSlots, in source: RawSpan,
    to out: inout MutableRawSpan, at start: Int
  ) -> Int {
    var position = start
    let rows = plan.rows.span
    let keys = plan.octets.span.bytes
    let values = slots.values.span
    var present = slots.present >> UInt64(truncatingIfNeeded: range.lowerBound)
    for index in range {
      let value = present & 1 == 0 ? nil : PlainValue(values[index])
      position = put(rows[index], index, keys, plan.words, value, in: source, to: &out, at: position)
      present >>= 1
    }
    return position
  }

  /// Writes one row by itself.
  @inline(never)
  mutating func put(
    _ index: Int, of plan: borrowing RowPlan, _ value: PlainValue?, in source: RawSpan, to out: inout MutableRawSpan,
    at position: Int
  ) -> Int {
    put(plan.rows[index], index, plan.octets.span.bytes, plan.words, value, in: source, to: &out, at: position)
  }

  /// Writes one row, or nothing where verifyReceipt prints nothing.
  ///
  /// - Parameters:
  ///   - value: what the owner has, or `nil` where it has nothing.
  ///   - source: where the text of the value is.
  /// - Returns: the position behind it.
  @inline(__always)
  private mutating func put(
    _ row: RowPlan.Row, _ index: Int, _ keys: RawSpan, _ words: [RowPlan.Word], _ value: PlainValue?,
    in source: RawSpan, to out: inout MutableRawSpan, at position: Int
  ) -> Int {
    guard let value else {
      guard row.kind == .numberOrNull else { return position }
      return out.copy(RowWriter.null.span.bytes, 0, 4, at: key(row.first, keys, &out, position))
    }
    switch row.kind {
    case .text, .textUnlessEmpty:
      if value.count == 0, row.kind == .textUnlessEmpty { return position }
      let start = key(row.first, keys, &out, position)
      return out.put(UInt8(ascii: "\""), at: out.copy(source, value.start, value.count, at: start))
    case .date: return date(row, keys, value, source, &out, position)
    case .digits, .digitsUnlessZero:
      if value.number == 0, row.kind == .digitsUnlessZero { return position }
      let start = key(row.first, keys, &out, position)
      return out.put(UInt8(ascii: "\""), at: out.putDecimal(value.number, at: start))
    case .flag: return key(value.number == 0 ? row.first : row.second, keys, &out, position)
    case .word: return word(index, row, keys, words, value.number, &out, position)
    case .number, .numberOrNull:
      let end = out.putDecimal(value.number, at: key(row.first, keys, &out, position))
      return row.second.count == 0
        ? end : out.putDecimal(value.number, at: key(row.second, keys, &out, end))
    case .never, .purchases: return position
    }
  }

  private static let null: [UInt8] = Array("null".utf8)

  @inline(__always)
  private mutating func key(
    _ piece: RowPlan.Piece, _ keys: RawSpan, _ out: inout MutableRawSpan, _ position: Int
  ) -> Int {
    defer { skip = 0 }
    return out.copy(keys, Int(piece.start) + skip, Int(piece.count) - skip, at: position)
  }

  @inline(__always)
  private mutating func word(
    _ index: Int, _ row: RowPlan.Row, _ keys: RawSpan, _ words: [RowPlan.Word], _ number: Int64,
    _ out: inout MutableRawSpan, _ position: Int
  ) -> Int {
    for word in words where word.row == index && word.number == number { return key(word.text, keys, &out, position) }
    let end = out.putDecimal(number, at: key(row.first, keys, &out, position))
    return out.put(UInt8(ascii: "\""), at: end)
  }

  /// The three forms: `2020-07-22 17:39:08 Etc/GMT`, milliseconds, `2020-07-22 10:39:08 America/Los_Angeles`.
  @inline(__always)
  private mutating func date(
    _ row: RowPlan.Row, _ keys: RawSpan, _ value: PlainValue, _ source: RawSpan, _ out: inout MutableRawSpan,
    _ position: Int
  ) -> Int {
    let clock = value.count == PlainDate.length
    let seconds = floorDivide(Int(value.number), by: 1_000).quotient
    var end = key(row.first, keys, &out, position)
    let gmt = end
    if clock {
      end = out.copy(source, value.start, 19, at: gmt)
      _ = out.put(UInt8(ascii: " "), at: gmt + 10)
    } else {
      end = RowWriter.clock(seconds, &out, gmt)
    }
    end = out.copy(keys, Int(row.second.start), Int(row.second.count), at: end)
    end = out.putDecimal(value.number, at: end)
    end = out.copy(keys, Int(row.third.start), Int(row.third.count), at: end)
    end = pacific(seconds, copying: clock ? value.start : nil, source, &out, end)
    return out.copy(keys, Int(row.fourth.start), Int(row.fourth.count), at: end)
  }

  /// Where the date of UTC is known as text, Pacific time differs from it by the hour, and at times by the day.
  @inline(__always)
  private func pacific(
    _ seconds: Int, copying text: Int?, _ source: RawSpan, _ out: inout MutableRawSpan, _ position: Int
  ) -> Int {
    guard let text else {
      let offset = PacificTime.offsetSeconds(at: Instant(milliseconds: Int64(seconds) * 1_000))
      return RowWriter.clock(seconds + offset, &out, position)
    }
    let year = RowWriter.pair(source, text) * 100 + RowWriter.pair(source, text + 2)
    let offset = Int(daylight.offsetSeconds(at: Int64(seconds), year: year))
    let hour = RowWriter.pair(source, text + 11) + offset / 3_600
    let day = RowWriter.pair(source, text + 8)
    // The day before, in the same month unless it is the first.
    guard hour >= 0 || day > 1 else { return RowWriter.clock(seconds + offset, &out, position) }
    let end = out.copy(source, text, 19, at: position)
    if hour < 0 { _ = out.putPair(day - 1, at: position + 8) }
    _ = out.put(UInt8(ascii: " "), at: position + 10)
    _ = out.putPair(hour < 0 ? hour + 24 : hour, at: position + 11)
    return end
  }

  /// The number that two digits of a text make.
  @inline(__always)
  private static func pair(_ source: RawSpan, _ position: Int) -> Int {
    let octets = source.halfWord(position)
    return Int(octets & 0x0F) * 10 + Int(octets >> 8 & 0x0F)
  }

  /// `2020-07-22 17:39:08`, for seconds since 1970 on the clock that is meant.
  @inline(never)
  private static func clock(_ seconds: Int, _ out: inout MutableRawSpan, _ position: Int) -> Int {
    let (days, second) = floorDivide(seconds, by: 86_400)
    let date = CivilDate(daysSince1970: days)
    var end = position
    // No date of a receipt lies outside the years 1 to 9999, but the Pacific form of its first hours is in year 0.
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
