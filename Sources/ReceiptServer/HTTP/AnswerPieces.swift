import NIOCore

/// Sends bytes in pieces, each when the client has taken most of what came before, and gives up where that takes too long.
///
/// A client may take as long as a body of ``ServerLimits/input``'s default size may take to arrive, and for longer answers in proportion:
/// what it has not taken is held for it all the while. ``ConnectionGuard`` sees to it that it takes something at all.
struct AnswerPieces {
  /// The most of an answer that is handed over at one time.
  static let size = 1 << 16
  /// How much of an answer has to be taken within the patience, on average.
  private static let share = 4 << 20

  private let bytes: [UInt8]
  private let patience: Duration

  init(_ bytes: [UInt8], _ patience: Duration) {
    self.bytes = bytes
    self.patience = patience * (1 + bytes.count / Self.share)
  }

  func send(on channel: any Channel, _ write: (ByteBuffer) async throws -> Void) async throws {
    // What is handed over at once is not held here.
    let end =
      bytes.count > Self.size
      ? channel.eventLoop.scheduleTask(in: TimeAmount(patience)) { channel.close(promise: nil) } : nil
    defer { end?.cancel() }
    for start in stride(from: 0, to: bytes.count, by: Self.size) {
      try await write(ByteBuffer(bytes: bytes[start..<min(start + Self.size, bytes.count)]))
    }
  }
}
