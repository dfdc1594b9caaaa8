import NIOConcurrencyHelpers
import ReceiptKit

/// Reads and proves notifications of version 2, which anyone can send.
///
/// Verifying an unknown chain costs as much as verifying dozens of signatures. So notifications wait in two queues,
/// each with threads of its own. The first is for those whose header, with the chain in it, is that of one whose chains
/// held: Apple signs with only a few. All others wait in the second, whose length is limited. What waits is only text.
///
/// `@unchecked Sendable`: every use of the chains holds the lock.
final class NotificationProver: @unchecked Sendable {
  /// What became of a notification.
  enum Outcome<Answer: Sendable>: Sendable {
    /// Its claims were enough for an answer.
    case answered(Answer)
    /// It was judged.
    case proven(SignedNotification)
  }

  private let decoder: InputDecoder
  private let lock = NIOLock()
  private let chains = JWSChains()
  /// The headers of notifications whose chains held, each with the full stop behind it. They have a lock of their own,
  /// because the other one is held while signatures are verified.
  private let headers = NIOLockedValueBox<[ArraySlice<UInt8>]>([])
  /// Limits the second queue. As many work as ``WorkerThreads/otherChains`` has threads.
  private let limit = ConcurrencyLimit(working: 2, waiting: 1_024)

  /// The maximum number of headers, which is that of cached chains.
  private static let maximumHeaders = 16

  init(_ decoder: InputDecoder) {
    self.decoder = decoder
  }

  /// - Parameters:
  ///   - text: the JWS.
  ///   - answer: answers by the claims, before anything is proven; `nil` if it must be proven.
  /// - Throws: ``Problem/busy`` if too many notifications with unknown chains wait; a ``ReceiptError`` for a
  ///   notification that cannot be read; the errors of `answer`.
  func prove<Answer: Sendable>(
    _ text: [UInt8], unless answer: @escaping @Sendable (NotificationClaims) throws -> Answer?
  ) async throws -> Outcome<Answer> {
    if isUnderKnownHeader(text) {
      let outcome = try await WorkerThreads.knownChains.run { () -> Outcome<Answer>? in
        let notification = try self.read(text)
        if let answer = try answer(notification.claims) { return .answered(answer) }
        return try self.proveUnderKnownChains(notification).map(Outcome.proven)
      }
      if let outcome { return outcome }
    }
    guard await limit.enter() else { throw Problem.busy }
    defer { limit.leave() }
    return try await WorkerThreads.otherChains.run {
      let notification = try self.read(text)
      if let answer = try answer(notification.claims) { return .answered(answer) }
      let proven = try self.proveAndRemember(notification)
      // Judgements of chains that do not hold are cached, too, and would let strangers into the first queue.
      if proven.verdict == .authentic || proven.verdict == .testSigned { self.rememberHeader(of: text, notification) }
      return .proven(proven)
    }
  }

  private func read(_ text: [UInt8]) throws -> UnprovenNotification {
    guard let notification = try UnprovenNotification(text, decoder: decoder) else {
      throw Problem.body(
        "a notification of version 2 whose `signedPayload` is not a readable JWS",
        hint: "give the body that Apple sent, in one piece")
    }
    return notification
  }

  /// Whether the header is that of a notification whose chains held.
  func isUnderKnownHeader(_ text: [UInt8]) -> Bool {
    headers.withLockedValue { headers in headers.contains { text.starts(with: $0) } }
  }

  /// - Returns: `nil` if a chain must be verified first.
  func proveUnderKnownChains(_ notification: UnprovenNotification) throws -> SignedNotification? {
    try lock.withLock {
      guard notification.hasKnownChains(in: chains, decoder: decoder) else { return nil }
      return try notification.proven(by: decoder, chains: chains)
    }
  }

  /// Verifies each chain of the notification once.
  func proveAndRemember(_ notification: UnprovenNotification) throws -> SignedNotification {
    // Another notification with the same chain may have been proven while this one waited.
    if let proven = try proveUnderKnownChains(notification) { return proven }
    let found = JWSChains()
    let proven = try notification.proven(by: decoder, chains: found)
    lock.withLock { chains.takeOver(found) }
    return proven
  }

  /// Remembers the header of a notification whose chains held, if they are cached.
  private func rememberHeader(of text: [UInt8], _ notification: UnprovenNotification) {
    guard let dot = text.firstIndex(of: UInt8(ascii: ".")), !isUnderKnownHeader(text),
      lock.withLock({ notification.hasKnownChains(in: chains, decoder: decoder) })
    else { return }
    headers.withLockedValue { headers in
      if headers.count == Self.maximumHeaders { headers.removeFirst() }
      headers.append(text[...dot])
    }
  }
}
