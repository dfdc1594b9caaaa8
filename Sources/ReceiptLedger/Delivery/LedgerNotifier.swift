import Foundation
import ReceiptKit

import SystemLibrary

/// Wakes the readers of events in this process as soon as this or another process has recorded something.
///
/// A notifier only shortens the time until the next poll: events are read from the ledger, and a reader that is not
/// woken must poll after a while. With a PostgreSQL ledger, one connection listens for all readers, from the first
/// reader on. A ledger in a file wakes no reader.
///
/// A lock protects the state, hence `@unchecked`.
package final class LedgerNotifier: @unchecked Sendable {
  /// The interval, in milliseconds, at which the listening thread checks whether the notifier is still there.
  private static let checkInterval: Int32 = 500

  private let storage: any LedgerStorage
  private let lock = Locked(())
  /// The number of notifications so far.
  private var count: UInt64 = 0
  private var readers: [UInt64: AsyncStream<Void>.Continuation] = [:]
  private var lastReader: UInt64 = 0
  private var hasThread = false

  package init(_ ledger: Ledger) {
    storage = ledger.storage
  }

  /// A mark that a reader takes before it polls, so that it misses nothing recorded during the poll.
  package var mark: UInt64 {
    listen()
    return lock.withLock { _ in count }
  }

  /// Waits until something was recorded since a mark, until the time is over, or until the task is cancelled.
  ///
  /// - Parameter longest: the maximum time to wait.
  /// - Returns: whether something was recorded.
  @discardableResult
  package func wait(since mark: UInt64, atMost longest: Duration) async -> Bool {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    guard let reader = add(continuation, since: mark) else { return true }
    let timer = Task {
      try? await Task.sleep(for: longest)
      continuation.finish()
    }
    for await _ in stream { break }
    timer.cancel()
    return lock.withLock { _ in
      readers[reader] = nil
      return count != mark
    }
  }

  /// - Returns: `nil` if something has already been recorded.
  private func add(_ continuation: AsyncStream<Void>.Continuation, since mark: UInt64) -> UInt64? {
    lock.withLock { _ in
      guard count == mark else { return nil }
      lastReader += 1
      readers[lastReader] = continuation
      return lastReader
    }
  }

  private func wake() {
    let waiting = lock.withLock { _ in
      count += 1
      return Array(readers.values)
    }
    for reader in waiting { reader.yield() }
  }

  /// Begins to listen, once.
  private func listen() {
    let isFirst = lock.withLock { _ in
      defer { hasThread = true }
      return !hasThread
    }
    guard isFirst else { return }
    let storage = storage
    Thread.detachNewThread { [weak self] in
      var failures = 0
      // The loop runs until the notifier is gone.
      while self != nil {
        do {
          guard let waitForEvents = try storage.listenForEvents() else { return }
          failures = 0
          // Readers poll now, to find what was recorded before the listener started.
          self?.wake()
          while self != nil {
            if try waitForEvents(Self.checkInterval) { self?.wake() }
          }
        } catch {
          // Without a connection, readers poll. The next try is after half a second, then after twice as long each
          // time, up to 16 seconds.
          failures = min(failures + 1, 6)
          Thread.sleep(forTimeInterval: 0.25 * Double(1 << failures))
        }
      }
    }
  }
}
