/// The rules of `America/Los_Angeles`, in which verifyReceipt prints the `_pst` form of every date.
///
/// Machines without a time-zone database (containers, static binaries) must print the same dates, so this type contains
/// the rules. They are exact from 1970 on (United States law as the IANA time zone database records it); before 1970,
/// where no receipt has a date, standard time is used throughout.
package enum PacificTime {
  package static let standardOffsetSeconds = -8 * 3_600

  /// Seconds to add to UTC: -28,800 or, in daylight saving time, -25,200.
  package static func offsetSeconds(at instant: Instant) -> Int {
    let localStandard = ClockReading(instant, offsetSeconds: standardOffsetSeconds)
    guard let daylight = daylightSeconds(in: localStandard.date.year) else { return standardOffsetSeconds }
    let seconds = floorDivide(Int(instant.milliseconds), by: 1_000).quotient
    return daylight.contains(Int64(seconds)) ? standardOffsetSeconds + 3_600 : standardOffsetSeconds
  }

  /// The seconds since 1970 in which a year has daylight saving time, or `nil` before 1970.
  package static func daylightSeconds(in year: Int) -> Range<Int64>? {
    guard let (start, end) = daylightDays(in: year) else { return nil }
    // Daylight saving time begins at 2:00 standard time and ends at 2:00 daylight time, which is 1:00 standard time.
    let seconds = [(start, 2), (end, 1)].map { day, hour in
      Int64(day.daysSince1970 * 86_400 + hour * 3_600 - standardOffsetSeconds)
    }
    return seconds[0]..<seconds[1]
  }

  /// The first and the last day of daylight saving time in a year, or `nil` before 1970.
  private static func daylightDays(in year: Int) -> (start: CivilDate, end: CivilDate)? {
    let days: (start: CivilDate?, end: CivilDate?) =
      switch year {
      case ..<1970: (nil, nil)
      case 1974: (CivilDate(year: 1974, month: 1, day: 6), sunday(onOrAfter: 25, month: 10, of: year))
      case 1975: (CivilDate(year: 1975, month: 2, day: 23), sunday(onOrAfter: 25, month: 10, of: year))
      case ..<1987: (sunday(onOrAfter: 24, month: 4, of: year), sunday(onOrAfter: 25, month: 10, of: year))
      case ..<2007: (sunday(onOrAfter: 1, month: 4, of: year), sunday(onOrAfter: 25, month: 10, of: year))
      default: (sunday(onOrAfter: 8, month: 3, of: year), sunday(onOrAfter: 1, month: 11, of: year))
      }
    guard let start = days.start, let end = days.end else { return nil }
    return (start, end)
  }

  private static func sunday(onOrAfter day: Int, month: Int, of year: Int) -> CivilDate? {
    guard let first = CivilDate(year: year, month: month, day: day) else { return nil }
    return CivilDate(daysSince1970: first.daysSince1970 + (7 - first.weekday) % 7)
  }
}
