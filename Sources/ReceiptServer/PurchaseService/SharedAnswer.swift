import NIOConcurrencyHelpers

/// One answer for many callers. It is valid for a second; all callers within that second get the same answer.
final class SharedAnswer<Value: Sendable>: Sendable {
  typealias Finish = @Sendable (Result<Value, any Error>) -> Void

  private typealias State = (
    last: (result: Result<Value, any Error>, until: ContinuousClock.Instant)?, isAsking: Bool, waiting: [Finish]
  )

  /// The maximum number of waiting callers, including those whose connections are closed.
  private static var mostWaiting: Int { 10_000 }

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

  /// Calls back immediately if there is a valid answer, and otherwise when there is one.
  func get(_ finish: @escaping Finish) {
    let known = state.withLockedValue { state -> Result<Value, any Error>? in
      if let last = state.last, ContinuousClock.now < last.until { return last.result }
      guard state.waiting.count < Self.mostWaiting else { return .failure(Problem.busy) }
      state.waiting.append(finish)
      if !state.isAsking { Task(priority: .serving) { await answer() } }
      state.isAsking = true
      return nil
    }
    if let known { finish(known) }
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
    for finish in waiting { finish(result) }
  }
}
