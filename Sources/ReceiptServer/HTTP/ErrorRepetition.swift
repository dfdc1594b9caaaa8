import NIOConcurrencyHelpers

/// Keeps a log from saying the same error more than once a minute.
final class ErrorRepetition: Sendable {
  private typealias Report = (until: ContinuousClock.Instant, suppressed: Int)

  /// The maximum number of different errors that are remembered.
  private static let maximumCount = 256
  private static let pause = Duration.seconds(60)

  private let reported = NIOLockedValueBox<[String: Report]>([:])
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// The message to write; `nil` if the same was written less than a minute ago.
  func words(for message: String) -> String? {
    let now = now()
    return reported.withLockedValue { reported in
      if let last = reported[message], now < last.until {
        reported[message] = (last.until, last.suppressed + 1)
        return nil
      }
      let suppressed = reported[message]?.suppressed ?? 0
      if reported.count >= Self.maximumCount { reported = reported.filter { now < $0.value.until } }
      if reported.count < Self.maximumCount { reported[message] = (now + Self.pause, 0) }
      return suppressed == 0 ? message : "\(message) (\(suppressed) times more since it was last said)"
    }
  }
}

/// The same log, which says one and the same error at most once a minute.
package func withoutRepetition(_ log: @escaping ServerLog) -> ServerLog {
  let errors = ErrorRepetition()
  return { level, message in
    guard level == .error else { return log(level, message) }
    if let words = errors.words(for: message) { log(level, words) }
  }
}
