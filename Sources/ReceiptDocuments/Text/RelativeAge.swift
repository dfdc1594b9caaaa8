/// The time since or until a moment, in the largest unit of which there are at least two.
enum RelativeAge {
  private static let units: [(name: String, seconds: Double)] = [
    ("year", 365.2425 * 86_400), ("month", 365.2425 / 12 * 86_400), ("day", 86_400), ("hour", 3_600), ("minute", 60),
  ]

  /// `11 months ago`, `in 3 hours`, `just now`.
  static func text(of instant: Instant, now: Instant) -> String {
    // Moments made up by callers may be further apart than 64 bits can express.
    let seconds = (Double(now.milliseconds) - Double(instant.milliseconds)) / 1_000
    let distance = seconds.magnitude
    let words: String
    if let unit = units.first(where: { distance >= 2 * $0.seconds }) {
      // Years are counted like birthdays: 3 years and 9 months are not yet 4. Smaller units are rounded without
      // `rounded`, which would make every program with this library depend on libm.
      let count = distance / unit.seconds + (unit.name == "year" ? 0 : 0.5)
      words = "\(Int(count).grouped) \(unit.name)s"
    } else {
      let whole = Int(distance)
      guard whole > 0 else { return "just now" }
      words = whole == 1 ? "1 second" : "\(whole) seconds"
    }
    return seconds > 0 ? words + " ago" : "in " + words
  }
}
