import NIOConcurrencyHelpers
import ReceiptKit

/// Proves notifications of which only the claims were read so far.
///
/// Verifying an unknown chain costs as much as verifying dozens of signatures, and anyone can send such a chain. So at
/// most two chains are verified at the same time, and a limited number of notifications waits. Valid chains are cached,
/// and notifications with a cached chain do not wait: Apple signs with only a few chains.
///
/// `@unchecked Sendable`: every use of the chains holds the lock.
final class NotificationProver: @unchecked Sendable {
  private let decoder: InputDecoder
  private let lock = NIOLock()
  private let chains = JWSChains()
  private let limit = ConcurrencyLimit(working: 2, waiting: 64)

  init(_ decoder: InputDecoder) {
    self.decoder = decoder
  }

  /// - Throws: ``Problem/busy`` if too many notifications with unknown chains wait; a ``ReceiptError`` for a
  ///   notification that cannot be read.
  func prove(_ notification: UnprovenNotification) async throws -> SignedNotification {
    if let proven = try await WorkerThreads.run({ try self.proveUnderKnownChains(notification) }) { return proven }
    guard await limit.enter() else { throw Problem.busy }
    defer { limit.leave() }
    return try await WorkerThreads.run { try self.proveAndRemember(notification) }
  }

  /// - Returns: `nil` if a chain must be verified first.
  func proveUnderKnownChains(_ notification: UnprovenNotification) throws -> SignedNotification? {
    try lock.withLock {
      guard notification.isUnder(chains, decoder: decoder) else { return nil }
      return try notification.proven(by: decoder, chains: chains)
    }
  }

  /// Verifies each chain of the notification once.
  func proveAndRemember(_ notification: UnprovenNotification) throws -> SignedNotification {
    // Another notification with the same chain may have been proven while this one waited.
    if let proven = try proveUnderKnownChains(notification) { return proven }
    let found = JWSChains()
    let proven = try notification.proven(by: decoder, chains: found)
    lock.withLock { chains.remember(found) }
    return proven
  }
}
