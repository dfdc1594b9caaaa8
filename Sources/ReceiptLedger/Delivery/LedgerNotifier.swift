import Foundation
import ReceiptKit

/// Wakes the readers of events in this process as soon as another process, or this one, recorded something.
///
/// It only spares them the time until their next look: what is read is in the ledger, and a reader that is not woken
/// has to look by itself after a while. With a PostgreSQL ledger one connection listens for all readers, from the first
/// reader on; a ledger in a file wakes no reader.
///
/// A lock protects the state, hence `@unchecked`.
package final class LedgerNotifier: @unchecked Sendable {
  /// After so many milliseconds the listening thread sees that nobody is there any more.
  private static let patience: Int32 = 500

  private let storage: any LedgerStorage
  private let lock = NSLock()
  /// How often there was news.
  private var count: UInt64 = 0
  private var readers: [UInt64: AsyncStream<Void>.Continuation] = [:]
  private var lastReader: UInt64 = 0
  private var hasThread = false

  package init(_ ledger: Ledger) {
    storage = ledger.storage
  }

  /// What a reader remembers before it looks, so that it misses nothing that comes while it looks.
  package var mark: UInt64 {
    listen()
    return lock.withLock { count }
  }

  /// Waits until there is news since a mark, for a time, or until the task is cancelled.
  ///
  /// - Parameter longest: how long to wait at most.
  /// - Returns: whether there was news.
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
    return lock.withLock {
      readers[reader] = nil
      return count != mark
    }
  }

  /// - Returns: `nil` if there has been news already.
  private func add(_ continuation: AsyncStream<Void>.Continuation, since mark: UInt64) -> UInt64? {
    lock.withLock {
      guard count == mark else { return nil }
      lastReader += 1
      readers[lastReader] = continuation
      return lastReader
    }
  }

  private func wake() {
    let waiting = lock.withLock {
      count += 1
      return Array(readers.values)
    }
    for reader in waiting { reader.yield() }
  }

  /// Begins to listen, once.
  private func listen() {
    let isFirst = lock.withLock {
      defer { hasThread = true }
      return !hasThread
    }
    guard isFirst else { return }
    let storage = storage
    Thread.detachNewThread { [weak self] in
      var failures = 0
      // Until the last reader is gone.
      while self != nil {
        do {
          guard let listener = try storage.listenForEvents() else { return }
          failures = 0
          // What came before it listened is found now.
          self?.wake()
          while self != nil {
            if try listener.waitForNotification(milliseconds: Self.patience) { self?.wake() }
          }
        } catch {
          // Until there is a connection again, readers look by themselves.
          failures = min(failures + 1, 6)
          Thread.sleep(forTimeInterval: 0.25 * Double(1 << failures))
        }
      }
    }
  }
}
