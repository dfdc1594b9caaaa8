import ReceiptKit

/// One attempt to get an answer.
struct RealtimeAttempt: Sendable {
  let milliseconds: Int64
  /// Apple's word (sendAttemptResult).
  let result: String
  /// Why the answer is not used; `nil` if it is used.
  let objection: String?
  let answer: JSONValue?
}

/// A test of a backend's URL, and its results so far.
struct RealtimeTest: Sendable {
  let target: String
  private(set) var attempts: [RealtimeAttempt] = []

  /// The number of requests in total, and at the same time. Like the share that must be answered in time, these are a
  /// choice of this software. Apple states its own numbers in its answer.
  static let total = 20
  static let atOnce = 4
  private static let neededPercent = 95
  /// The time that Apple allows for an answer, in milliseconds.
  static let deadline = 700

  init(target: String) { self.target = target }

  mutating func add(_ attempt: RealtimeAttempt) { attempts.append(attempt) }

  static let config = JSONValue.members(
    ("maxConcurrentRequests", .whole(Int64(atOnce))), ("totalRequests", .whole(Int64(total))),
    ("totalDuration", .whole(Int64(total * deadline))), ("responseTimeThreshold", .whole(Int64(deadline))),
    ("successRateThreshold", .whole(Int64(neededPercent))))

  private var successPercent: Int {
    attempts.isEmpty ? 0 : attempts.count { $0.result == "SUCCESS" } * 100 / attempts.count
  }

  /// `PENDING`, `PASS` or `FAIL`.
  var verdict: String {
    guard attempts.count >= Self.total else { return "PENDING" }
    return successPercent >= Self.neededPercent ? "PASS" : "FAIL"
  }

  var document: JSONValue {
    let times = attempts.map(\.milliseconds).sorted()
    // The nearest rank.
    func percentile(_ percent: Int) -> JSONValue {
      .whole(times.isEmpty ? 0 : times[max(0, (times.count * percent + 99) / 100 - 1)])
    }
    let failures = Dictionary(grouping: attempts.filter { $0.result != "SUCCESS" }, by: \.result)
    return .members(
      ("config", Self.config), ("target", .string(target)), ("result", .string(verdict)),
      ("successRate", .whole(Int64(successPercent))), ("numPending", .whole(Int64(Self.total - attempts.count))),
      (
        "responseTimes",
        .members(
          ("average", .whole(times.isEmpty ? 0 : times.reduce(0, +) / Int64(times.count))), ("p50", percentile(50)),
          ("p90", percentile(90)), ("p95", percentile(95)), ("p99", percentile(99)))
      ),
      (
        "failures",
        .object(failures.sorted { $0.key < $1.key }.map { .init($0.key, .whole(Int64($0.value.count))) })
      ))
  }
}
