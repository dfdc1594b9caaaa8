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

  /// `30 days`
  func length(_ count: Int) -> Message {
    switch self {
    case .years: count == 1 ? "1 year" : "\(grouped: count) years"
    case .months: count == 1 ? "1 month" : "\(grouped: count) months"
    case .days: count == 1 ? "1 day" : "\(grouped: count) days"
    case .hours: count == 1 ? "1 hour" : "\(grouped: count) hours"
    case .minutes: count == 1 ? "1 minute" : "\(grouped: count) minutes"
    case .seconds: count == 1 ? "1 second" : "\(grouped: count) seconds"
    }
  }

  /// `11 months ago`; a count of one occurs only in seconds.
  func ago(_ count: Int) -> Message {
    switch self {
    case .years: "\(grouped: count) years ago"
    case .months: "\(grouped: count) months ago"
    case .days: "\(grouped: count) days ago"
    case .hours: "\(grouped: count) hours ago"
    case .minutes: "\(grouped: count) minutes ago"
    case .seconds: count == 1 ? "1 second ago" : "\(grouped: count) seconds ago"
    }
  }

  /// `in 3 hours`
  func ahead(_ count: Int) -> Message {
    switch self {
    case .years: "in \(grouped: count) years"
    case .months: "in \(grouped: count) months"
    case .days: "in \(grouped: count) days"
    case .hours: "in \(grouped: count) hours"
    case .minutes: "in \(grouped: count) minutes"
    case .seconds: count == 1 ? "in 1 second" : "in \(grouped: count) seconds"
    }
  }
}
