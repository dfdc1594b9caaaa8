/// Pacific daylight saving time of the years in which receipts have dates, as seconds since 1970: ``PacificTime`` asked once.
struct DaylightTable: Sendable {
  /// From the first second of daylight saving time to the one before standard time comes back, year by year from 1970 on.
  private let years: [Summer]
  private static let first = 1970

  static let shared = DaylightTable(years: 130)

  /// A type of its own: for a range the runtime would look through all conformances of the program once, to find that of the bounds.
  private struct Summer {
    let begin: Int64
    let end: Int64
  }

  private init(years: Int) {
    self.years = (0..<years).map { year in
      let seconds = PacificTime.daylightSeconds(in: DaylightTable.first + year)
      return Summer(begin: seconds?.lowerBound ?? 0, end: seconds?.upperBound ?? 0)
    }
  }

  /// Seconds to add to UTC, for a moment in this year of UTC.
  @inline(__always)
  func offsetSeconds(at seconds: Int64, year: Int) -> Int64 {
    let index = year - DaylightTable.first
    guard index >= 0, index < years.count else {
      return Int64(PacificTime.offsetSeconds(at: Instant(milliseconds: seconds * 1_000)))
    }
    // Both ends are months away from the turn of the year, wherever on earth that is.
    let summer = years[index]
    return Int64(PacificTime.standardOffsetSeconds) + (seconds >= summer.begin && seconds < summer.end ? 3_600 : 0)
      + (seconds >= years[index].begin && seconds < years[index].end ? 3_600 : 0)
  }
}
