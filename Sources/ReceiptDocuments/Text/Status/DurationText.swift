/// A length of time to the second: `5m`, `2h 1m 17s`, `7d 19h 25m 46s`. Days have 24 hours.
enum DurationText {
  static func text(seconds: Int64) -> String {
    guard seconds != 0 else { return "0s" }
    let total = seconds.magnitude
    let parts = [(total / 86_400, "d"), (total / 3_600 % 24, "h"), (total / 60 % 60, "m"), (total % 60, "s")]
    return (seconds < 0 ? "-" : "") + parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
  }
}

extension Subscription.Period {
  /// From beginning to end, in seconds.
  var seconds: Int64? {
    guard let start, let end else { return nil }
    return (end.milliseconds - start.milliseconds) / 1_000
  }
}
