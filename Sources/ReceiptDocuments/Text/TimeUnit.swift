/// The units of time, the largest first.
enum TimeUnit: CaseIterable {
  case years, months, days, hours, minutes, seconds

  private var seconds: Double {
    switch self {
    case .years: 365.2425 * 86_400
    case .months: 365.2425 / 12 * 86_400
    case .days: 86_400
    case .hours: 3_600
    case .minutes: 60
    case .seconds: 1
    }
  }

  /// A length of time in the form that people use: in the largest unit that occurs at least twice in it.
  ///
  /// - Parameter seconds: not negative.
  static func rounded(seconds: Double) -> (count: Int, unit: TimeUnit) {
    let unit = allCases.first { $0 != .seconds && seconds >= 2 * $0.seconds } ?? .seconds
    // Years are counted like birthdays: 3 years and 9 months are not yet 4 years. Smaller units are rounded without
    // `rounded`, which would make every program with this library depend on libm.
    return (Int(seconds / unit.seconds + ([.years, .seconds].contains(unit) ? 0 : 0.5)), unit)
  }
}
