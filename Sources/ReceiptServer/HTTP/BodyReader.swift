import HTTPTypes
import HummingbirdCore
import NIOConcurrencyHelpers
import NIOCore

/// Reads whole bodies, as large as they may be and as many as fit into memory.
struct BodyReader: Sendable {
  /// What all of them together may hold.
  let budget: MemoryBudget

  init(bytesInMemory: Int) {
    budget = MemoryBudget(bytesInMemory)
  }

  /// Reads a body to its end and hands it over; its bytes count as held until `use` returns.
  ///
  /// - Throws: ``Problem/tooLarge(_:)`` before anything is read if the length is announced, ``Problem/busy``, and the HTTP parser's
  ///   errors for what ends too early.
  func withBody<Value: Sendable>(
    of call: Call, limit: Int, _ use: (consuming [UInt8]) async throws -> Value
  ) async throws -> Value {
    if let length = call.announcedLength, length > limit { throw Problem.tooLarge(limit) }
    var reserved = 0
    defer { budget.release(reserved) }
    var bytes: [UInt8] = []
    for try await piece in call.pieces {
      guard bytes.count + piece.readableBytes <= limit else { throw Problem.tooLarge(limit) }
      guard budget.reserve(piece.readableBytes) else { throw Problem.busy }
      reserved += piece.readableBytes
      bytes.append(contentsOf: piece.readableBytesView)
    }
    return try await use(bytes)
  }
}

/// How many bytes may be held at one time, by all requests together.
final class MemoryBudget: Sendable {
  private let left: NIOLockedValueBox<Int>

  init(_ bytes: Int) {
    left = NIOLockedValueBox(bytes)
  }

  func reserve(_ count: Int) -> Bool {
    left.withLockedValue { left in
      guard left >= count else { return false }
      left -= count
      return true
    }
  }

  func release(_ count: Int) {
    left.withLockedValue { $0 += count }
  }
}
