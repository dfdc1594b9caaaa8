/// Pacific daylight saving time of the years in which receipts have dates, as seconds since 1970: ``PacificTime`` asked once.
struct DaylightTable: Sendable {
  /// From the first second of daylight saving time to the one before standard time comes back, year by year from 1970 on.
  private let years: [Summer]

  static let shared = DaylightTable(years: 130)

  /// A type of its own: for a range the runtime would look through all conformances of the program once, to find that of the bounds.
  private struct Summer {
    let begin: Int64
    let end: Int64
  }

  private init(years: Int) {
    self.years = (0..<years).map { year in
      let seconds = PacificTime.daylightSeconds(in: 1970 + year)
      return Summer(begin: seconds?.lowerBound ?? 0, end: seconds?.upperBound ?? 0)
    }
  }

  /// Hours by which Pacific time is behind UTC: 8, or 7 in daylight saving time.
  @inline(__always)
  func offsetHours(at seconds: Int64) -> Int {
    // A year's mean length tells the year, except for a day or two at its turn, where neither year has daylight saving time.
    let year = Int(truncatingIfNeeded: seconds / 31_556_952)
    guard seconds >= 0, year < years.count else {
      return -PacificTime.offsetSeconds(at: Instant(milliseconds: seconds * 1_000)) / 3_600
    }
    let summer = years[year]
    return seconds >= summer.begin && seconds < summer.end ? 7 : 8
  }
}
