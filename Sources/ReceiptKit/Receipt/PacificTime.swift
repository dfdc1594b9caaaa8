/// The rules of `America/Los_Angeles`, in which verifyReceipt prints the `_pst` form of every date.
///
/// Machines without a time-zone database (containers, static binaries) must print the same, so the rules are here. They are
/// exact from 1970 on (United States law as the IANA time zone database records it); before 1970, where no receipt has a
/// date, standard time is used throughout.
enum PacificTime {
  static let standardOffsetSeconds = -8 * 3_600

  /// Seconds to add to UTC: -28,800 or, in daylight saving time, -25,200.
  static func offsetSeconds(at instant: Instant) -> Int {
    let localStandard = ClockReading(instant, offsetSeconds: standardOffsetSeconds)
    guard let (start, end) = daylightDays(in: localStandard.date.year) else { return standardOffsetSeconds }
    // Daylight saving time begins at 2:00 standard time and ends at 2:00 daylight time, which is 1:00 standard time.
    let now = localStandard.date.daysSince1970 * 24 + localStandard.hour
    let isDaylight = now >= start.daysSince1970 * 24 + 2 && now < end.daysSince1970 * 24 + 1
    return isDaylight ? standardOffsetSeconds + 3_600 : standardOffsetSeconds
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
