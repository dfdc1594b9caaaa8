import NIOConcurrencyHelpers
import ReceiptKit

/// The clock of the stand-in. Requests set and move it. It stands still, or runs faster than real time.
final class StandInClock: Sendable {
  /// A time of the clock, and when it was that.
  private typealias Reading = (base: Int64, since: ContinuousClock.Instant)

  private let reading: NIOLockedValueBox<Reading>
  /// The milliseconds by which the clock advances in one millisecond of real time; 0 stops the clock.
  let speed: Double

  /// The moments at which chains of signed data can be valid, from May 2014 to April 2039: like Apple's root, the root
  /// of the authority is valid then.
  static let range = Instant(milliseconds: 1_398_902_400_000)...Instant(milliseconds: 2_187_734_400_000)

  init(_ start: Instant, speed: Double) {
    reading = NIOLockedValueBox((start.milliseconds, .now))
    self.speed = speed
  }

  /// Milliseconds since 1970.
  var now: Int64 { reading.withLockedValue(now) }

  private func now(_ reading: inout Reading) -> Int64 {
    guard speed > 0 else { return reading.base }
    let elapsed = (ContinuousClock.now - reading.since) / .milliseconds(1) * speed
    // The clock stops at the end of the range.
    let end = Self.range.upperBound.milliseconds
    return elapsed < Double(end - reading.base) ? reading.base + Int64(elapsed) : end
  }

  /// A change of the clock, in milliseconds.
  enum Change {
    case to(Int64)
    case by(Int64)
  }

  /// - Returns: the new time; `nil` if it is out of range. Nothing then changes.
  func set(_ change: Change) -> Int64? {
    reading.withLockedValue { reading in
      let (moment, overflows) =
        switch change {
        case .to(let moment): (moment, false)
        case .by(let step): now(&reading).addingReportingOverflow(step)
        }
      guard !overflows, Self.range.contains(Instant(milliseconds: moment)) else { return nil }
      reading = (moment, .now)
      return moment
    }
  }
}
