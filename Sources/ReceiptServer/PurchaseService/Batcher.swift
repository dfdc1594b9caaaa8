import NIOConcurrencyHelpers

/// Collects elements that arrive while earlier ones are being processed, so that they are processed together.
final class Batcher<Element: Sendable>: Sendable {
  private let most: Int
  private let thread: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let state = NIOLockedValueBox((waiting: [Element](), isWorking: false))

  /// - Parameters:
  ///   - most: the maximum number of elements to process together.
  ///   - thread: runs the work on a thread that may wait.
  init(atMost most: Int, on thread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    (self.most, self.thread) = (most, thread)
  }

  /// Adds an element, which is processed next.
  ///
  /// - Parameter work: called with elements in the order of arrival, never concurrently.
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

  /// Takes the elements to process next; `nil` if no element waits. The work then ends.
  private func next() -> [Element]? {
    state.withLockedValue { state in
      let batch = Array(state.waiting.prefix(most))
      state.waiting.removeFirst(batch.count)
      state.isWorking = !batch.isEmpty
      return batch.isEmpty ? nil : batch
    }
  }
}
