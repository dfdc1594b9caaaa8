/// A cache of ``PacificTime``: daylight saving time in the years of receipts, as seconds since 1970.
@usableFromInline package struct DaylightTable: Sendable {
  /// The first second of daylight saving time and the last one before standard time returns, year by year.
  @usableFromInline let years: [Summer]

  /// The App Store opened in 2008; in years since 1970. Every run makes the table anew, so other years are computed.
  @inlinable static var firstYear: Int { 38 }
  package static let shared = DaylightTable(years: 32)

  /// A separate type, because the runtime would search all conformances of the program once for a range.
  ///
  /// It would look for the conformance of the bounds.
  @usableFromInline struct Summer: Sendable {
    @usableFromInline let begin: Int64
    @usableFromInline let end: Int64
  }

  private init(years: Int) {
    self.years = (0..<years).map { year in
      let seconds = PacificTime.daylightSeconds(in: 1970 + Self.firstYear + year)
      return Summer(begin: seconds?.lowerBound ?? 0, end: seconds?.upperBound ?? 0)
    }
  }

  /// Hours by which Pacific time is behind UTC: 8, or 7 in daylight saving time.
  @inlinable @inline(__always)
  package func offsetHours(at seconds: Int64) -> Int {
    // Division by the mean length of a year yields the year. The result may be wrong within two days of the turn of the
    // year, but neither of the two years has daylight saving time then.
    let year = Int(truncatingIfNeeded: seconds / 31_556_952) &- DaylightTable.firstYear
    guard year >= 0, year < years.count else {
      return DaylightTable.computedOffsetHours(at: seconds)
    }
    let summer = years[year]
    return seconds >= summer.begin && seconds < summer.end ? 7 : 8
  }

  /// Hours by which Pacific time is behind UTC, for moments outside the table.
  @usableFromInline
  static func computedOffsetHours(at seconds: Int64) -> Int {
    -PacificTime.offsetSeconds(at: Instant(milliseconds: seconds * 1_000)) / 3_600
  }
}
