import NIOConcurrencyHelpers
import ReceiptKit

/// Workers that are lent to requests, so that their caches of chains are shared by requests.
///
/// No request waits for a worker: the pool grows to the largest number of inputs that were read at the same moment,
/// which is at most one for each thread.
final class WorkerPool: @unchecked Sendable {
  private let decoder: InputDecoder
  private let lock = NIOLock()
  /// A worker is in the pool or with one borrower, and is handed over under the lock.
  private var idle: [ReceiptWorker] = []

  init(_ decoder: InputDecoder) {
    self.decoder = decoder
  }

  /// Lends a worker while the body runs; for a judging time of its own, a new one whose cache is discarded afterwards.
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
