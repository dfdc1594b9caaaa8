import ReceiptKit

/// Limits the number of calls per second, evenly and for all runners of a ledger together, because Apple's limits apply
/// to the app.
///
/// The ledger stores when the next call may begin. A runner reserves one turn there, or all turns within a fifth of a
/// second.
actor Pace {
  private let ledger: Ledger
  /// Milliseconds; `nil` without a limit.
  private let interval: Double?
  /// The number of turns that are reserved together.
  private let batch: Int
  private let clock: @Sendable () -> Instant
  /// The reserved turns.
  private var turns: [ContinuousClock.Instant] = []

  /// The maximum number of batches reserved ahead. A turn further ahead was stored before the clock was set back.
  private static let maximumBatches = 256.0

  /// - Parameter rate: calls per second; 0 means unlimited.
  init(_ ledger: Ledger, rate: Double, clock: @escaping @Sendable () -> Instant) {
    self.ledger = ledger
    self.clock = clock
    interval = rate > 0 ? 1_000 / rate : nil
    batch = max(1, Int(rate / 5))
  }

  /// Waits for a turn.
  ///
  /// - Returns: `false` if everything was stopped first.
  func wait(_ isStopped: @Sendable () -> Bool) async throws -> Bool {
    guard let interval else { return !isStopped() }
    if turns.isEmpty { turns = try reserve(interval) }
    let turn = turns.removeFirst()
    while ContinuousClock.now < turn {
      if isStopped() || Task.isCancelled { return false }
      try? await Task.sleep(until: min(turn, .now + .milliseconds(100)), clock: .continuous)
    }
    return !isStopped()
  }

  /// Reserves a batch of turns in the ledger.
  private func reserve(_ interval: Double) throws -> [ContinuousClock.Instant] {
    let duration = Double(batch) * interval
    let delay: Int64 = try ledger.write { db in
      let now = clock().milliseconds
      let free: Int64 = try db.value("SELECT next_at FROM pace WHERE id = 1") ?? now
      let start = free > now + Int64(Self.maximumBatches * duration) ? now : max(free, now)
      try db.run(
        "INSERT INTO pace (id, next_at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET next_at = excluded.next_at",
        [start + Int64(duration.rounded(.up))])
      return start - now
    }
    let start = ContinuousClock.now + .milliseconds(delay)
    return (0..<batch).map { start + .microseconds(Int64(Double($0) * interval * 1_000)) }
  }
}
