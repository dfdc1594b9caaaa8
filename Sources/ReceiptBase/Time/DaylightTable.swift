/// A cache of ``PacificTime``: daylight saving time in the years of receipts, as seconds since 1970.
@usableFromInline package struct DaylightTable: Sendable {
  /// Daylight saving time, year by year.
  @usableFromInline let summers: [Summer]

  /// The first year of the table, in years since 1970: the App Store opened in 2008. Every run makes the table anew, so
  /// it is short, and other years are computed.
  @inlinable static var firstYear: Int { 38 }
  package static let shared = DaylightTable(years: 32)

  /// The seconds since 1970 at which daylight saving time begins, and at which it ends.
  ///
  /// It is not a range: for the first one, the runtime would search all conformances of the program for that of its
  /// bounds.
  @usableFromInline struct Summer: Sendable {
    @usableFromInline let begin: Int64
    @usableFromInline let end: Int64
  }

  private init(years: Int) {
    summers = (0..<years).map { year in
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
    guard year >= 0, year < summers.count else {
      return DaylightTable.computedOffsetHours(at: seconds)
    }
    let summer = summers[year]
    return seconds >= summer.begin && seconds < summer.end ? 7 : 8
  }

  /// Hours by which Pacific time is behind UTC, for moments outside the table.
  @usableFromInline
  static func computedOffsetHours(at seconds: Int64) -> Int {
    -PacificTime.offsetSeconds(at: Instant(milliseconds: seconds * 1_000)) / 3_600
  }
}
