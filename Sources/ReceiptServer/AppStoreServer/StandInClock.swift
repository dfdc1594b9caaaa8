import NIOConcurrencyHelpers
import ReceiptKit

/// The clock of the stand-in, which is set and moved by requests. It stands still, or runs faster than real time.
final class StandInClock: Sendable {
  private struct Reading {
    var base: Int64
    var since: ContinuousClock.Instant
  }

  private let reading: NIOLockedValueBox<Reading>
  /// Its milliseconds in one of real time; 0 stands still.
  let speed: Double

  /// The moments at which chains of signed data can hold: the root of the authority is valid then, as Apple's is.
  static let range = Instant(milliseconds: 1_398_902_400_000)...Instant(milliseconds: 2_187_734_400_000)

  init(_ start: Instant, speed: Double) {
    reading = NIOLockedValueBox(Reading(base: start.milliseconds, since: .now))
    self.speed = speed
  }

  /// Milliseconds since 1970.
  var now: Int64 {
    let reading = reading.withLockedValue { $0 }
    guard speed > 0 else { return reading.base }
    let elapsed = (ContinuousClock.now - reading.since) / .milliseconds(1) * speed
    // Beyond its end it stands still.
    let end = Self.range.upperBound.milliseconds
    return elapsed < Double(end - reading.base) ? reading.base + Int64(elapsed) : end
  }

  /// - Returns: whether the moment is in range; otherwise nothing changes.
  func set(_ milliseconds: Int64) -> Bool {
    guard Self.range.contains(Instant(milliseconds: milliseconds)) else { return false }
    reading.withLockedValue { $0 = Reading(base: milliseconds, since: .now) }
    return true
  }
}
