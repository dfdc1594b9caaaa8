import NIOConcurrencyHelpers

/// Limits how many tasks do some work at the same time, and how many wait for it, so that they do not use up what other
/// requests need.
final class ConcurrencyLimit: Sendable {
  private let state: NIOLockedValueBox<(free: Int, waiting: [CheckedContinuation<Bool, Never>])>
  private let maximumCount: Int

  init(working: Int, waiting: Int) {
    state = NIOLockedValueBox((working, []))
    maximumCount = waiting
  }

  /// Waits for a free place; returns `false` if too many are already waiting.
  func enter() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer = state.withLockedValue { state -> Bool? in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        guard state.waiting.count < maximumCount else { return false }
        state.waiting.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  func leave() {
    let next = state.withLockedValue { state -> CheckedContinuation<Bool, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume(returning: true)
  }
}
