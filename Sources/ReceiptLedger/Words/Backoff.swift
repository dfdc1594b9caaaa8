/// The delay before the next request.
package struct Backoff: Equatable, Sendable {
  /// The delay after the first failure, in milliseconds, before jitter.
  package var first: Int64
  /// The longest delay, in milliseconds.
  package var longest: Int64

  /// By default, the delay doubles from half a minute to six hours.
  package init(first: Int64 = 30_000, longest: Int64 = 6 * 3_600_000) {
    self.first = max(0, first)
    self.longest = max(self.first, longest)
  }

  /// The delay after this number of failures, at least 1.
  ///
  /// - Parameter fraction: random, from 0 to 1, so that clients that failed at the same time do not retry at the same
  ///   time. The delay is half of its full length, plus this fraction of the other half.
  package func delay(afterFailure count: Int, fraction: Double) -> Int64 {
    var delay = first
    // More than 62 doublings exceed any number of 64 bits.
    for _ in 1..<max(1, min(count, 62)) where delay < longest { delay = min(delay * 2, longest) }
    return delay / 2 + Int64(Double(delay - delay / 2) * min(max(fraction, 0), 1))
  }
}
