import NIOConcurrencyHelpers

/// One answer for many callers. It is valid for a second; all callers within that second get the same answer.
final class SharedAnswer<Value: Sendable>: Sendable {
  private typealias State = (
    last: (result: Result<Value, any Error>, until: ContinuousClock.Instant)?, isAsking: Bool,
    waiting: [CheckedContinuation<Value, any Error>]
  )

  /// The maximum number of waiting callers, including those whose connections are closed.
  private static var maximumWaiting: Int { 10_000 }

  private let state = NIOLockedValueBox<State>((nil, false, []))
  private let lifetime: Duration
  private let ask: @Sendable () async throws -> Value

  /// - Parameters:
  ///   - lifetime: how long an answer is valid.
  ///   - ask: finds the answer; never called concurrently.
  init(lifetime: Duration = .seconds(1), _ ask: @escaping @Sendable () async throws -> Value) {
    self.lifetime = lifetime
    self.ask = ask
  }

  /// The valid answer; waits if there is none yet.
  func get() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let known = state.withLockedValue { state -> Result<Value, any Error>? in
        if let last = state.last, ContinuousClock.now < last.until { return last.result }
        guard state.waiting.count < Self.maximumWaiting else { return .failure(Problem.busy) }
        state.waiting.append(continuation)
        if !state.isAsking { Task(priority: .serving) { await answer() } }
        state.isAsking = true
        return nil
      }
      if let known { continuation.resume(with: known) }
    }
  }

  private func answer() async {
    let result: Result<Value, any Error>
    do { result = .success(try await ask()) } catch { result = .failure(error) }
    let waiting = state.withLockedValue { state in
      state.last = (result, .now + lifetime)
      state.isAsking = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(with: result) }
  }
}
