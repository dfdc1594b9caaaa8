import NIOConcurrencyHelpers

/// One answer for many callers. It is valid for a second; all callers within that second get the same answer.
final class SharedAnswer<Value: Sendable>: Sendable {
  typealias Finish = @Sendable (Result<Value, any Error>) -> Void

  private struct State {
    var last: (result: Result<Value, any Error>, until: ContinuousClock.Instant)?
    var isAsking = false
    var waiting: [Finish] = []
  }

  private enum Step { case known(Result<Value, any Error>), wait, ask }

  /// The maximum number of waiting callers, including those whose connections are closed.
  private static var mostWaiting: Int { 10_000 }

  private let state = NIOLockedValueBox(State())
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
    let step = state.withLockedValue { state -> Step in
      if let last = state.last, ContinuousClock.now < last.until { return .known(last.result) }
      guard state.waiting.count < Self.mostWaiting else { return .known(.failure(Problem.busy)) }
      state.waiting.append(finish)
      defer { state.isAsking = true }
      return state.isAsking ? .wait : .ask
    }
    switch step {
    case .known(let result): finish(result)
    case .wait: break
    case .ask: Task(priority: .serving) { await answer() }
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
    for finish in waiting { finish(result) }
  }
}
