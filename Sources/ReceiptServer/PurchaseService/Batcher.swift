import NIOConcurrencyHelpers

/// Collects elements that arrive while earlier ones are being processed, so that they are processed together.
final class Batcher<Element: Sendable>: Sendable {
  private let maximumCount: Int
  private let threads: LedgerThreads
  private let state = NIOLockedValueBox((waiting: [Element](), isWorking: false))

  /// - Parameters:
  ///   - maximumCount: the maximum number of elements to process together.
  ///   - threads: run the work.
  init(atMost maximumCount: Int, on threads: LedgerThreads) {
    self.maximumCount = maximumCount
    self.threads = threads
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
    threads.begin {
      while let batch = self.next() { work(batch) }
    }
  }

  /// Takes the elements to process next; `nil` if no element waits. The work then ends.
  private func next() -> [Element]? {
    state.withLockedValue { state in
      let batch = Array(state.waiting.prefix(maximumCount))
      state.waiting.removeFirst(batch.count)
      state.isWorking = !batch.isEmpty
      return batch.isEmpty ? nil : batch
    }
  }
}
