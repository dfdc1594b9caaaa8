import NIOConcurrencyHelpers
import NIOCore

/// All connections, so that some can be closed in favour of others.
///
/// While connections or the memory of open routes are scarce, a connection without an admitted request may be closed
/// after a second, so that clients without a token do not exclude those with one.
final class Connections: Sendable {
  /// One of the connections.
  final class Entry: Sendable {
    fileprivate struct Use {
      /// Whether a request is being answered.
      var isBusy = false
      /// Whether a route that requires tokens admitted the last request.
      var isAdmitted = false
      /// When the current use began.
      var since = NIODeadline.now()
    }

    fileprivate let channel: any Channel
    private let state = NIOLockedValueBox(Use())

    fileprivate init(_ channel: any Channel) {
      self.channel = channel
    }

    /// Records that the head of a request has arrived.
    func begin() { state.withLockedValue { $0 = Use(isBusy: true) } }

    /// Records that a route that requires tokens has admitted the request.
    func admit() { state.withLockedValue { $0.isAdmitted = true } }

    /// Records that the answer has been written.
    func end() {
      state.withLockedValue { use in
        use.isBusy = false
        use.since = .now()
      }
    }

    fileprivate var use: Use { state.withLockedValue { $0 } }
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var isDraining = false
  }

  private let state = NIOLockedValueBox(State())
  /// The number of open connections above which some are closed.
  private let comfortable: Int
  /// The memory that all requests to routes without a token share.
  private let openBudget: MemoryBudget

  init(comfortable: Int, openBudget: MemoryBudget) {
    (self.comfortable, self.openBudget) = (comfortable, openBudget)
  }

  var all: [any Channel] { state.withLockedValue { $0.entries.values.map(\.channel) } }

  var count: Int { state.withLockedValue { $0.entries.count } }

  /// Whether the server is shutting down: every answer is the last on its connection.
  var isDraining: Bool { state.withLockedValue { $0.isDraining } }

  func startDraining() {
    state.withLockedValue { $0.isDraining = true }
  }

  func opened(_ channel: any Channel) -> Entry {
    let identifier = ObjectIdentifier(channel)
    let entry = Entry(channel)
    state.withLockedValue { $0.entries[identifier] = entry }
    channel.closeFuture.whenComplete { [state] _ in
      state.withLockedValue { _ = $0.entries.removeValue(forKey: identifier) }
    }
    return entry
  }

  /// Checks periodically whether there is space, until the task is cancelled.
  func keepRoom() async {
    while !Task.isCancelled {
      for channel in excess(at: .now()) { channel.close(promise: nil) }
      try? await Task.sleep(for: .milliseconds(250))
    }
  }

  /// The connections to close: first those without an admitted request, then idle ones, the oldest first in each group.
  /// Each has been in its state for more than a second.
  private func excess(at now: NIODeadline) -> [any Channel] {
    let entries = state.withLockedValue { Array($0.entries.values) }
    let surplus = max(0, entries.count - comfortable)
    let isMemoryShort = openBudget.isHalfUsed
    guard surplus > 0 || isMemoryShort else { return [] }
    let candidates = entries.map { (channel: $0.channel, use: $0.use) }
      .filter { !($0.use.isAdmitted && $0.use.isBusy) && now - $0.use.since > .seconds(1) }
    let given = candidates.sorted { first, second in
      guard first.use.isAdmitted == second.use.isAdmitted else { return second.use.isAdmitted }
      return first.use.since < second.use.since
    }.prefix(surplus)
    // Unfinished requests hold the memory.
    let unfinished = isMemoryShort ? candidates.filter { $0.use.isBusy } : []
    return (given + unfinished).map(\.channel)
  }
}
