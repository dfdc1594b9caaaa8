import NIOConcurrencyHelpers
import ReceiptKit

/// Workers that are lent to requests, so that requests share their chain caches.
///
/// No request waits for a worker: the pool grows to the largest number of inputs read at the same time, which is at
/// most one per thread.
final class WorkerPool: @unchecked Sendable {
  private let decoder: InputDecoder
  private let lock = NIOLock()
  /// The idle workers. A worker is either in the pool or used by one borrower. It is passed on only while the lock is
  /// held.
  private var idle: [ReceiptWorker] = []

  init(_ decoder: InputDecoder) {
    self.decoder = decoder
  }

  /// Lends a worker while the body runs. For a separate judging time, it makes a new worker, whose cache is discarded
  /// afterwards.
  func withWorker<Result>(
    judgingAt time: Instant? = nil, _ body: (ReceiptWorker) throws -> Result
  ) rethrows -> Result {
    guard time == decoder.judgingTime else {
      var other = decoder
      other.judgingTime = time
      return try body(ReceiptWorker(other))
    }
    let worker = lock.withLock { idle.popLast() } ?? ReceiptWorker(decoder)
    defer { lock.withLock { idle.append(worker) } }
    return try body(worker)
  }
}
