import HTTPTypes
import NIOCore

/// Reads whole bodies and has them answered, within the memory budget.
struct BodyReader: Sendable {
  /// The memory budget for all small bodies of this reader and their answers together.
  let budget: MemoryBudget
  /// The memory budget for all bodies above ``WholeBody/small``, and their answers.
  let largeBudget: MemoryBudget
  let threads: WorkerThreads

  /// The reader for routes that require a token if the server has tokens.
  init(bytesInMemory: Int) {
    budget = MemoryBudget(bytesInMemory)
    largeBudget = budget
    threads = .guarded
  }

  /// The reader for routes that require no token. Large bodies take only half of the memory, so that they keep no
  /// notification of version 2 out.
  init(openBytesInMemory: Int) {
    budget = MemoryBudget(openBytesInMemory / 2)
    largeBudget = MemoryBudget(openBytesInMemory / 2)
    threads = .open
  }

  /// Whether more than half of the memory for small or large bodies is used.
  var isHalfUsed: Bool { budget.isHalfUsed || largeBudget.isHalfUsed }

  /// Reads a body to its end and makes the answer on one of the threads.
  ///
  /// The body holds a share of the budget until the answer is made, even while it waits for a thread. Then the answer
  /// holds a share until it is sent.
  ///
  /// - Throws: ``Problem/tooLarge(_:)`` before anything is read if the length is announced, ``Problem/busy``, and the
  ///   HTTP parser's errors for bodies that end too early.
  func answer(
    _ call: Call, limit: Int, _ make: @escaping @Sendable (consuming [UInt8]) throws -> Reply
  ) async throws -> Reply {
    try await answer(call, limit: limit, waiting: { bytes in try await threads.run { try make(bytes) } })
  }

  /// Reads a body and waits for its answer.
  func answer(
    _ call: Call, limit: Int, waiting make: ([UInt8]) async throws -> Reply
  ) async throws -> Reply {
    if let length = call.announcedLength, length > limit { throw Problem.tooLarge(limit) }
    let isSmall = call.announcedLength.map { $0 <= WholeBody.small } ?? false
    let share = MemoryShare(isSmall ? budget : largeBudget)
    var bytes: [UInt8] = []
    while let piece = try await call.pieces.next() {
      guard bytes.count + piece.readableBytes <= limit else { throw Problem.tooLarge(limit) }
      guard share.resize(to: bytes.count + piece.readableBytes) else { throw Problem.busy }
      bytes.append(contentsOf: piece.readableBytesView)
    }
    return try share.holding(try await make(bytes))
  }
}

extension MemoryShare {
  /// Attaches the share to the answer, so that the memory stays reserved until the answer is sent.
  func holding(_ reply: Reply) throws(Problem) -> Reply {
    guard resize(to: reply.body.heldCount) else { throw .busy }
    var reply = reply
    reply.share = self
    return reply
  }
}
