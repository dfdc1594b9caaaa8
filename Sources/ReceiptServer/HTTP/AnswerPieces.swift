import NIOCore

/// Sends bytes in pieces. A piece is sent after the client has accepted most of the earlier ones; if that takes too
/// long, the answer is aborted.
///
/// A client has the time that a body of ``ServerLimits/input``'s default size may take to arrive, and proportionally
/// more for longer answers. The limit is needed because the rest of the answer stays in memory. ``HTTPConnection``
/// aborts connections without any progress.
struct AnswerPieces {
  /// The maximum size of a piece of an answer.
  static let size = 1 << 16
  /// The amount of an answer that a client must accept, on average, within one time limit.
  private static let share = 4 << 20

  private let bytes: [UInt8]
  private let patience: Duration

  init(_ bytes: [UInt8], _ patience: Duration) {
    self.bytes = bytes
    self.patience = patience * (1 + bytes.count / Self.share)
  }

  func send(on channel: any Channel, _ write: (ByteBuffer) async throws -> Void) async throws {
    // A small part is passed on at once, so it needs no time limit here.
    let end =
      bytes.count > Self.size
      ? channel.eventLoop.scheduleTask(in: TimeAmount(patience)) { channel.close(promise: nil) } : nil
    defer { end?.cancel() }
    for start in stride(from: 0, to: bytes.count, by: Self.size) {
      try await write(ByteBuffer(bytes: bytes[start..<min(start + Self.size, bytes.count)]))
    }
  }
}
