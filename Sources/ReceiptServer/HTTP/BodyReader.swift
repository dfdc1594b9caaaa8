import HTTPTypes
import HummingbirdCore
import NIOCore

/// Reads whole bodies and has them answered, as far as the memory budget allows.
struct BodyReader: Sendable {
  /// The limit for all bodies and answers together.
  let budget: MemoryBudget

  init(bytesInMemory: Int) {
    budget = MemoryBudget(bytesInMemory)
  }

  /// Reads a body to its end and makes the answer to it on one of the ``Workshop``'s threads.
  ///
  /// The body has its share of the budget until the answer is made, also while it waits for a thread; then the answer
  /// has one, until it is sent.
  ///
  /// - Throws: ``Problem/tooLarge(_:)`` before anything is read if the length is announced, ``Problem/busy``, and the
  ///   HTTP parser's errors for bodies that end too early.
  func answer(
    _ call: Call, limit: Int, _ make: @escaping @Sendable (consuming [UInt8]) throws -> Reply
  ) async throws -> Reply {
    try await answer(call, limit: limit, waiting: { bytes in try await Workshop.run { try make(bytes) } })
  }

  /// The same for an answer that has to be waited for.
  func answer(
    _ call: Call, limit: Int, waiting make: ([UInt8]) async throws -> Reply
  ) async throws -> Reply {
    if let length = call.announcedLength, length > limit { throw Problem.tooLarge(limit) }
    let share = MemoryShare(budget)
    var bytes: [UInt8] = []
    for try await piece in call.pieces {
      guard bytes.count + piece.readableBytes <= limit else { throw Problem.tooLarge(limit) }
      guard share.resize(to: bytes.count + piece.readableBytes) else { throw Problem.busy }
      bytes.append(contentsOf: piece.readableBytesView)
    }
    var reply = try await make(bytes)
    guard share.resize(to: reply.body.heldCount) else { throw Problem.busy }
    reply.share = share
    return reply
  }
}
