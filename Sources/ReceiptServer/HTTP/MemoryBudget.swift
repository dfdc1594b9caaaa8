import NIOConcurrencyHelpers

/// A limit on the number of bytes in memory, for many requests together.
final class MemoryBudget: Sendable {
  private let left: NIOLockedValueBox<Int>
  private let half: Int

  init(_ bytes: Int) {
    left = NIOLockedValueBox(bytes)
    half = bytes / 2
  }

  /// Whether more than half of the budget is used.
  var isHalfUsed: Bool { left.withLockedValue { $0 } < half }

  /// Returns one amount to the budget and takes another one. On failure, nothing changes.
  fileprivate func exchange(_ old: Int, for new: Int) -> Bool {
    left.withLockedValue { left in
      guard new <= old || left >= new - old else { return false }
      left -= new - old
      return true
    }
  }
}

/// One request's share of a budget. The share is returned when the object is released.
final class MemoryShare: Sendable {
  private let budget: MemoryBudget
  private let size = NIOLockedValueBox(0)

  init(_ budget: MemoryBudget) {
    self.budget = budget
  }

  /// Takes more bytes from the budget or returns some. Returning bytes always succeeds.
  func resize(to new: Int) -> Bool {
    size.withLockedValue { size in
      guard budget.exchange(size, for: new) else { return false }
      size = new
      return true
    }
  }

  deinit {
    _ = resize(to: 0)
  }
}
