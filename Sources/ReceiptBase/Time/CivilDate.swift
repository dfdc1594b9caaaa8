/// A day of the proleptic Gregorian calendar.
///
/// Plain arithmetic on eras of 400 years (146,097 days) that begin on 1 March, which makes the leap day the last of its
/// year: exact for every year, and independent of time-zone databases and formatters.
@usableFromInline package struct CivilDate: Equatable {
  @usableFromInline package var year: Int
  /// 1 to 12.
  @usableFromInline package var month: Int
  /// 1 to 31.
  @usableFromInline package var day: Int

  /// A date as written, or `nil` if the calendar has no such day.
  @inlinable @inline(__always)
  package init?(year: Int, month: Int, day: Int) {
    guard month >= 1, month <= 12, day >= 1, day <= 28 || day <= CivilDate.days(inMonth: month, of: year) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  @inlinable package init(daysSince1970: Int) {
    // Day 0 of the era arithmetic is 0000-03-01, which is 719,468 days before 1970-01-01.
    let (era, dayOfEra) = floorDivide(daysSince1970 + 719_468, by: 146_097)
    // One leap day in 4 years of 365 days, none in the last year of a century (36,524 days), one in that of the era.
    let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Months from March on have lengths 31 30 31 30 31 that repeat every 153 days.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  @inlinable @inline(__always)
  package var daysSince1970: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let century = floorDivide(yearFromMarch, by: 100).quotient
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    // Shifts divide by four and round down, also for years before the year 0.
    let leapDays = (yearFromMarch >> 2) - century + (century >> 2)
    return yearFromMarch * 365 + leapDays + dayOfYear - 719_468
  }

  /// 0 is Sunday. 1970-01-01 was a Thursday.
  package var weekday: Int { floorDivide(daysSince1970 + 4, by: 7).remainder }

  @inlinable package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
