import ReceiptKit
import SystemLibrary

/// The sources of time and randomness of a client; tests inject their own.
public struct RemoteClock: Sendable {
  /// Time since any fixed moment; it never decreases.
  package var elapsed: @Sendable () -> Duration
  /// The time of the wall clock. It dates the tokens for the App Store Server API, and is the reference for a date in
  /// `Retry-After` if the answer has no `Date`.
  public var now: @Sendable () -> Instant
  /// Waits; throws when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// A number of at least 0 and less than 1.
  package var random: @Sendable () -> Double

  /// Makes a clock; see the properties.
  package init(
    elapsed: @escaping @Sendable () -> Duration, now: @escaping @Sendable () -> Instant,
    sleep: @escaping @Sendable (Duration) async throws -> Void, random: @escaping @Sendable () -> Double
  ) {
    self.elapsed = elapsed
    self.now = now
    self.sleep = sleep
    self.random = random
  }

  /// The clocks and the random generator of this machine.
  public static var system: RemoteClock {
    let origin = ContinuousClock.now
    return RemoteClock(
      elapsed: { origin.duration(to: .now) },
      now: {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Instant(milliseconds: Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000)
      },
      sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0..<1) })
  }
}
