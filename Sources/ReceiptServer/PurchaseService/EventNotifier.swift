import NIOConcurrencyHelpers
import ReceiptLedger

/// Tells the followers of a process that there are new events, with one poll of the ledger for all of them.
///
/// Only polling is reliable: another process may have recorded an event, and any notification can be lost. ``wake()``
/// and a notification of the database (`LedgerNotifier`) only bring the next poll forward.
final class EventNotifier: Sendable {
  /// The polling interval while anyone waits.
  private static let pollingInterval: Duration = .milliseconds(250)
  /// The delay after ``wake()``, so that events that are recorded during it need no separate poll.
  private static let wakeDelay: Duration = .milliseconds(20)
  /// The maximum number of followers of a process: each has a connection, and each event is read and sent once per
  /// follower.
  private static let maximumFollowers = 1_000

  private struct Waiter {
    /// The number of the last known event.
    let lastKnown: Int64
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var followers = 0
    var refused = 0
    var waiters: [UInt64: Waiter] = [:]
    var nextWaiter: UInt64 = 0
    var isPolling = false
    var isWoken = false
  }

  private let state = NIOLockedValueBox(State())
  private let ledger: Ledger
  private let ledgerNotifier: LedgerNotifier
  private let connections: Connections
  private let log: ServerLog?

  /// - Parameter log: receives the errors of the ledger.
  init(_ ledger: Ledger, _ connections: Connections, log: ServerLog?) {
    self.ledger = ledger
    self.connections = connections
    self.log = log
    ledgerNotifier = LedgerNotifier(ledger)
  }

  /// A place for one follower, until it is released.
  final class Place: Sendable {
    private let notifier: EventNotifier

    fileprivate init(_ notifier: EventNotifier) { self.notifier = notifier }

    deinit { notifier.state.withLockedValue { $0.followers -= 1 } }
  }

  /// Takes a place for a follower.
  ///
  /// - Throws: a ``Problem`` if there are too many followers.
  func enter() throws -> Place {
    let isFree = state.withLockedValue { state in
      guard state.followers < Self.maximumFollowers else {
        state.refused += 1
        return false
      }
      state.followers += 1
      return true
    }
    guard isFree else { throw Self.full }
    return Place(self)
  }

  /// The number of followers, and the number of clients that were turned away.
  var figures: (followers: Int, refused: Int) { state.withLockedValue { ($0.followers, $0.refused) } }

  /// Waits for events after a number. Returns when there may be a new event, at the deadline, or when the server ends.
  ///
  /// - Throws: `CancellationError`, or a ``Problem`` if the ledger cannot be read.
  func wait(after last: Int64, until deadline: ContinuousClock.Instant) async throws {
    let identifier = state.withLockedValue { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        // If the task was cancelled earlier, its handler found no waiter to remove.
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        let begins = state.withLockedValue { state in
          state.waiters[identifier] = Waiter(lastKnown: last, deadline: deadline, continuation: continuation)
          defer { state.isPolling = true }
          return !state.isPolling
        }
        if Task.isCancelled { remove(identifier) }
        if begins { Task { await keepPolling() } }
      }
    } onCancel: {
      remove(identifier)
    }
  }

  /// Polls soon, because something was recorded.
  func wake() {
    let isFirst = state.withLockedValue { state in
      guard !state.waiters.isEmpty, !state.isWoken else { return false }
      state.isWoken = true
      return true
    }
    guard isFirst else { return }
    Task {
      try? await Task.sleep(for: Self.wakeDelay)
      state.withLockedValue { $0.isWoken = false }
      await poll()
    }
  }

  private func remove(_ identifier: UInt64) {
    state.withLockedValue { $0.waiters.removeValue(forKey: identifier) }?
      .continuation.resume(throwing: CancellationError())
  }

  /// Polls for new events until no follower waits for any.
  private func keepPolling() async {
    while true {
      let mark = ledgerNotifier.mark
      await poll()
      let isOver = state.withLockedValue { state in
        state.isPolling = !state.waiters.isEmpty
        return !state.isPolling
      }
      if isOver { return }
      if await ledgerNotifier.wait(since: mark, atMost: Self.pollingInterval) {
        try? await Task.sleep(for: Self.wakeDelay)
      }
    }
  }

  /// Polls once, and resumes the followers that have new events or whose time is up.
  private func poll() async {
    do {
      let last = try await LedgerThreads.reading.run(reportingTo: log) { [ledger] in try ledger.lastEvent() }
      let now = ContinuousClock.now
      let isDraining = connections.isDraining
      // Any different number counts, not only a greater one: a restored ledger has a smaller number, and followers must
      // notice this.
      for waiter in removeWaiters(where: { isDraining || $0.lastKnown != last || $0.deadline <= now }) {
        waiter.continuation.resume()
      }
    } catch {
      for waiter in removeWaiters(where: { _ in true }) { waiter.continuation.resume(throwing: error) }
    }
  }

  /// Removes waiters and returns them.
  private func removeWaiters(where isRemoved: (Waiter) -> Bool) -> [Waiter] {
    state.withLockedValue { state in
      let found = state.waiters.filter { isRemoved($0.value) }
      for identifier in found.keys { state.waiters[identifier] = nil }
      return Array(found.values)
    }
  }

  private static let full: Problem = {
    var problem = Problem(
      .followers, "Too many clients follow the events", .serviceUnavailable,
      "\(maximumFollowers) clients follow the events of this instance",
      hint: "follow those of another instance, or ask again later without wait")
    problem.fields[.retryAfter] = "10"
    return problem
  }()
}
