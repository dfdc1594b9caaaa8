import ReceiptKit

extension HTTPAnswer {
  /// The wait that the server asks for in `Retry-After` (RFC 9110, 10.2.3); `nil` without a readable field. A date in
  /// the past means no wait.
  ///
  ///     Retry-After = HTTP-date / delay-seconds / UNIX time in milliseconds (Apple, "Identifying rate limits")
  ///
  /// - Parameter now: the local clock. The server's clock, from its `Date` field, is preferred, so that the wait is
  ///   right even if the local clock is wrong.
  func retryAfter(now: Instant) -> Duration? {
    guard let field = self[field: "Retry-After"]?[...].trimmingSpaces else { return nil }
    let from = self[field: "Date"].flatMap { Instant(httpDate: $0[...].trimmingSpaces) } ?? now
    if !field.isEmpty, field.utf8.allSatisfy(\.isASCIIDigit) {
      // The App Store Server API sends a UNIX time in milliseconds. Read as seconds, even a time in 2001 would be a
      // wait of thousands of years. A number above 2^53 is no time of Apple's.
      if let milliseconds = Int64(field), milliseconds >= 1_000_000_000_000, milliseconds < 1 << 53 {
        return .milliseconds(max(0, milliseconds - from.milliseconds))
      }
      // A longer wait becomes thirty years, which is too long in any case.
      return .seconds(min(Int64(field) ?? .max, 1_000_000_000))
    }
    guard let then = Instant(httpDate: field) else { return nil }
    return .milliseconds(max(0, then.milliseconds - from.milliseconds))
  }
}
