import NIOConcurrencyHelpers

/// How many bytes may be held at one time, by all requests together.
final class MemoryBudget: Sendable {
  private let left: NIOLockedValueBox<Int>

  init(_ bytes: Int) {
    left = NIOLockedValueBox(bytes)
  }

  /// Gives one amount back and takes another; what cannot be had changes nothing.
  fileprivate func exchange(_ old: Int, for new: Int) -> Bool {
    left.withLockedValue { left in
      guard new <= old || left >= new - old else { return false }
      left -= new - old
      return true
    }
  }
}

/// What one request has of a budget. It goes back with the object.
final class MemoryShare: Sendable {
  private let budget: MemoryBudget
  private let size = NIOLockedValueBox(0)

  init(_ budget: MemoryBudget) {
    self.budget = budget
  }

  /// Takes more or gives back; a smaller share can always be had.
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
