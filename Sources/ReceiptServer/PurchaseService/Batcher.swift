import NIOConcurrencyHelpers

/// Gathers what arrives while earlier work is under way, so that it is worked on together.
final class Batcher<Element: Sendable>: Sendable {
  private let most: Int
  private let thread: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let state = NIOLockedValueBox((waiting: [Element](), isWorking: false))

  /// - Parameters:
  ///   - most: the most elements that are worked on together.
  ///   - thread: runs the work on a thread that may wait.
  init(atMost most: Int, on thread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    (self.most, self.thread) = (most, thread)
  }

  /// Adds an element, which is worked on next.
  ///
  /// - Parameter work: called with elements in the order of their arrival, never twice at the same time.
  func add(_ element: Element, work: @escaping @Sendable ([Element]) -> Void) {
    let isFirst = state.withLockedValue { state in
      state.waiting.append(element)
      defer { state.isWorking = true }
      return !state.isWorking
    }
    guard isFirst else { return }
    thread {
      while let batch = self.next() { work(batch) }
    }
  }

  /// What is worked on next; `nil` if nothing waits: then the work is over.
  private func next() -> [Element]? {
    state.withLockedValue { state in
      let batch = Array(state.waiting.prefix(most))
      state.waiting.removeFirst(batch.count)
      state.isWorking = !batch.isEmpty
      return batch.isEmpty ? nil : batch
    }
  }
}
