import NIOConcurrencyHelpers

/// The simulated outages of Apple's servers: their kinds and rates.
package struct Outage: Sendable {
  /// The response instead of the answer.
  package enum Failure: Sendable, Equatable {
    /// HTTP 200 with this `status`: 21000 to 21010, 21100 to 21199.
    case status(Int)
    /// This HTTP status from 400 to 599, without a body.
    case http(Int)
    /// This error code of the App Store Server API: 4290000, 5000001.
    case api(Int64)
    /// The connection is closed without an answer.
    case dropped
  }

  /// A failure, and how often it comes.
  package struct FailureRate: Sendable {
    package let failure: Failure
    /// The share of all requests, from 0 to 1.
    package let rate: Double

    package init(_ failure: Failure, rate: Double) {
      self.failure = failure
      self.rate = rate
    }
  }

  /// The failures. The sum of their rates is at most 1.
  ///
  /// Dropped connections are the last ones, so that they do not change which of the others comes when.
  package var failures: [FailureRate] = []
  /// The delay of an answer: a random duration within this range, chosen for each request.
  package var delay: ClosedRange<Duration>?
  /// The seed of the random numbers: for the same sequence of requests, the same seed gives the same outages.
  package var seed: UInt64 = 0

  /// No outage.
  package init() {}

  /// The same outages for the routes of verifyReceipt, without codes of the App Store Server API.
  var ofVerifyReceipt: Outage { keeping { if case .api = $0 { false } else { true } } }

  /// The same outages for the routes of the App Store Server API, without statuses of verifyReceipt.
  var ofAppStoreServer: Outage { keeping { if case .status = $0 { false } else { true } } }

  private func keeping(_ isKept: (Failure) -> Bool) -> Outage {
    var outage = self
    outage.failures = failures.filter { isKept($0.failure) }
    return outage
  }
}

/// Decides the fault of each request.
final class FaultInjector: Sendable {
  private let outage: Outage
  private let generator: NIOLockedValueBox<SplitMix64>

  init(_ outage: Outage) {
    self.outage = outage
    generator = NIOLockedValueBox(SplitMix64(state: outage.seed))
  }

  /// Draws the fault of the next request: one number for its kind, so that every share is a share of all requests, and
  /// one for its delay.
  func nextFault() -> (failure: Outage.Failure?, delay: Duration?) {
    let (lot, share) = generator.withLockedValue { ($0.fraction(), $0.fraction()) }
    var failure: Outage.Failure?
    var threshold = 0.0
    for candidate in outage.failures where failure == nil {
      threshold += candidate.rate
      if lot < threshold { failure = candidate.failure }
    }
    let delay = outage.delay.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) * share }
    return (failure, delay)
  }
}

/// A small seeded generator (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). Its
/// numbers must not be used for secrets.
private struct SplitMix64 {
  var state: UInt64

  /// A number from 0 up to, but not including, 1.
  mutating func fraction() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    value ^= value >> 31
    return Double(value >> 11) * 0x1p-53
  }
}
