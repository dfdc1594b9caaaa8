import NIOConcurrencyHelpers
import ReceiptKit

/// Workers that are lent to requests, so that chains are remembered from one request to the next.
///
/// Nobody waits for one: there are as many as requests were ever read at the same moment, which is at most one for each thread.
final class WorkerPool: @unchecked Sendable {
  private let decoder: InputDecoder
  private let lock = NIOLock()
  /// A worker is in here or with one borrower, and the lock is held whenever it changes hands.
  private var idle: [ReceiptWorker] = []

  init(_ decoder: InputDecoder) {
    self.decoder = decoder
  }

  /// Lends a worker while the body runs; for a time of its own one that forgets everything afterwards.
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
