/// The number of tries at a server, and the pauses between them.
public struct RetryPolicy: Equatable, Sendable {
  /// The number of tries at one server, the first included; at least 1. A change of server (21007, 21008) starts a new
  /// count.
  public var tries: Int
  /// The pause before the second try, before jitter; it doubles from try to try.
  package var base: Duration
  /// The longest pause.
  package var cap: Duration

  /// Makes a policy; see the properties.
  public init(tries: Int = 4, base: Duration = .milliseconds(500), cap: Duration = .seconds(20)) {
    self.tries = max(1, tries)
    self.base = base
    self.cap = cap
  }

  /// The pause after the try with this number, from 1. The pause is between half of the doubled base and all of it.
  ///
  /// The jitter prevents clients that failed together from retrying together.
  ///
  /// - Parameter random: at least 0, less than 1.
  func pause(afterTry number: Int, random: Double) -> Duration {
    var pause = base
    for _ in 1..<max(1, number) where pause < cap { pause *= 2 }
    return min(pause, cap) * (0.5 + random / 2)
  }
}
