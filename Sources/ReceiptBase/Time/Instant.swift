/// A moment in time, in milliseconds since 1970-01-01T00:00:00Z (leap seconds not counted, as everywhere in receipts).
public struct Instant: Comparable, Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
  public var milliseconds: Int64

  /// Makes a moment from milliseconds since 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Makes a moment from a UTC calendar date and a time of day.
  package init(_ date: CivilDate, hour: Int, minute: Int, second: Int, millisecond: Int = 0) {
    let seconds = date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second
    self.init(milliseconds: Int64(seconds) * 1_000 + Int64(millisecond))
  }

  /// The years that four digits can write, 0000 to 9999 in UTC. Every date of a purchase lies within them.
  package static let writable =
    Instant(milliseconds: -62_167_219_200_000)...Instant(milliseconds: 253_402_300_799_999)

  /// Whether the first moment is before the second.
  public static func < (earlier: Instant, later: Instant) -> Bool {
    earlier.milliseconds < later.milliseconds
  }

  /// A later moment; the last possible one if the number overflows.
  package func adding(_ period: DurationText) -> Instant {
    let (sum, overflow) = milliseconds.addingReportingOverflow(period.milliseconds)
    return Instant(milliseconds: overflow ? .max : sum)
  }

  /// The moment without its fraction of a second, as in the dates of receipts.
  package var toTheSecond: Instant { Instant(milliseconds: milliseconds / 1_000 * 1_000) }

  /// Whole seconds since 1970, rounded towards the past.
  package var second: Int { floorDivide(Int(milliseconds), by: 1_000).quotient }

  /// `2020-07-22T17:39:08Z`, with `.131` before the `Z` only if the milliseconds are not zero.
  public var rfc3339: String {
    let clock = ClockReading(self, offsetSeconds: 0)
    return clock.text(between: "T", end: "Z", milliseconds: clock.millisecond != 0)
  }

  /// `2020-07-22 17:39:08 Etc/GMT`: the first of the three forms in which verifyReceipt prints a date.
  public var gmtText: String {
    ClockReading(self, offsetSeconds: 0).text(end: " Etc/GMT")
  }

  /// `2020-07-22 10:39:08 America/Los_Angeles`: the third of those forms, with daylight saving time.
  public var pacificText: String {
    ClockReading(self, offsetSeconds: PacificTime.offsetSeconds(at: self))
      .text(end: " America/Los_Angeles")
  }
}

/// The reading of a clock and a calendar at a fixed offset from UTC.
package struct ClockReading {
  package let date: CivilDate
  package let hour: Int
  package let minute: Int
  package let second: Int
  package let millisecond: Int

  package init(_ instant: Instant, offsetSeconds: Int) {
    let (seconds, millisecond) = floorDivide(Int(instant.milliseconds), by: 1_000)
    let (days, secondOfDay) = floorDivide(seconds + offsetSeconds, by: 86_400)
    date = CivilDate(daysSince1970: days)
    hour = secondOfDay / 3_600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
    self.millisecond = millisecond
  }

  /// `2020-07-22 17:39:08`
  package var text: String { text(end: "") }

  /// The date, a character between, the time, and the end, made at once, because documents contain many dates.
  fileprivate func text(
    between: Unicode.Scalar = " ", end: StaticString, milliseconds: Bool = false
  ) -> String {
    // The year may be negative, or have more than four digits.
    let year = padded(date.year, to: 4)
    // Behind the year come at most 19 octets: `-07-22T17:39:08.131`.
    return String(unsafeUninitializedCapacity: year.utf8.count + 19 + end.utf8CodeUnitCount) { text in
      var count = 0
      func put(_ octet: UInt8) {
        text[count] = octet
        count += 1
      }
      func putTwoDigits(_ value: Int, after mark: Unicode.Scalar) {
        put(UInt8(ascii: mark))
        put(UInt8(ascii: "0") + UInt8(value / 10))
        put(UInt8(ascii: "0") + UInt8(value % 10))
      }
      for octet in year.utf8 { put(octet) }
      putTwoDigits(date.month, after: "-")
      putTwoDigits(date.day, after: "-")
      putTwoDigits(hour, after: between)
      putTwoDigits(minute, after: ":")
      putTwoDigits(second, after: ":")
      if milliseconds {
        putTwoDigits(millisecond / 10, after: ".")
        put(UInt8(ascii: "0") + UInt8(millisecond % 10))
      }
      for octet in UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount) { put(octet) }
      return count
    }
  }
}

extension Instant {
  /// `2020-07-22 17:39:08`, in UTC.
  package var utcText: String { ClockReading(self, offsetSeconds: 0).text }
}

/// Decimal digits with leading zeros.
package func padded(_ value: Int, to width: Int) -> String {
  var digits = 1
  var rest = value.magnitude / 10
  while rest > 0 || digits < width {
    rest /= 10
    digits += 1
  }
  let count = value < 0 ? digits + 1 : digits
  return String(unsafeUninitializedCapacity: count) { text in
    rest = value.magnitude
    for place in stride(from: count - 1, through: 0, by: -1) {
      text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    if value < 0 { text[0] = UInt8(ascii: "-") }
    return count
  }
}

/// Quotient rounded down, and the remainder that is never negative.
@inlinable package func floorDivide(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
