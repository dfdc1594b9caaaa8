import NIOConcurrencyHelpers
import ReceiptKit

/// The value of `Date` (RFC 9110, 5.6.7), made once a second.
final class DateHeader: Sendable {
  private let clock: @Sendable () -> Instant
  private let cached = NIOLockedValueBox((second: Int64.min, text: ""))

  init(clock: @escaping @Sendable () -> Instant) {
    self.clock = clock
  }

  var now: Instant { clock() }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`
  var value: String {
    let second = clock().milliseconds / 1_000
    return cached.withLockedValue { cached in
      if cached.second != second { cached = (second, Self.text(second)) }
      return cached.text
    }
  }

  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func text(_ second: Int64) -> String {
    // 1994-11-06T08:49:37Z
    let parts = Instant(milliseconds: second * 1_000).rfc3339.dropLast().split { $0 == "-" || $0 == "T" }
    guard parts.count == 4, let month = Int(parts[1]), months.indices.contains(month - 1) else { return "" }
    // 1970 began on a Thursday.
    let day = days[Int(((second / 86_400) % 7 + 7) % 7)]
    return "\(day), \(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]) GMT"
  }
}
