import HTTPTypes
import NIOCore
import NIOHTTP1

/// Writes answers.
extension HTTPConnection {
  /// The maximum size of a piece of an answer.
  private static let pieceSize = 1 << 16
  /// The number of bytes of an answer that a client must accept, on average, within one time limit.
  private static let bytesPerTimeLimit = 4 << 20

  /// Writes an answer and ends its exchange. A small answer is flushed as a whole.
  func write(_ reply: Reply, of exchange: HTTPExchange) {
    guard let context else { return drop(exchange) }
    let head = HTTPResponseHead(reply, isHTTP10: exchange.isHTTP10, isLast: exchange.isLast, date: responder.dateHeader)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let hasBody = exchange.call.method != .head && head.status.mayHaveResponseBody
    switch reply.body {
    case .bytes(let bytes) where hasBody && bytes.count > Self.pieceSize:
      writeInTask(reply, of: exchange) { write in try await write(bytes) }
    case .stream(let body) where exchange.call.method != .head:
      context.flush()
      writeInTask(reply, of: exchange, body)
    case .bytes(let bytes) where hasBody:
      exchange.record.sent = bytes.count
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
      writeEnd(of: exchange, reply)
    case .shared(let parts) where hasBody:
      for part in parts {
        exchange.record.sent += part.readableBytes
        context.write(wrapOutboundOut(.body(.byteBuffer(part))), promise: nil)
      }
      writeEnd(of: exchange, reply)
    default: writeEnd(of: exchange, reply)
    }
  }

  private func writeEnd(of exchange: HTTPExchange, _ reply: Reply) {
    // After the head of a stream, the encoder would write the last chunk, although the answer to HEAD has none.
    let end: HTTPServerResponsePart = exchange.call.method == .head ? .body(.byteBuffer(ByteBuffer())) : .end(nil)
    guard let written = writeWatched(end) else { return drop(exchange) }
    written.assumeIsolated().whenComplete { result in
      // The answer counts against the budget until it is sent.
      withExtendedLifetime(reply) {}
      if case .success = result { self.ended(exchange, isBrokenOff: false) } else { self.drop(exchange) }
    }
  }

  /// Writes, in a task, a body that is produced or sent in parts.
  private func writeInTask(
    _ reply: Reply, of exchange: HTTPExchange,
    _ body: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void
  ) {
    guard let channel = context?.channel else { return drop(exchange) }
    let timeLimit = timeLimit
    let bound = NIOLoopBound((self, exchange), eventLoop: channel.eventLoop)
    @Sendable func write(_ bytes: [UInt8]) async throws {
      try await HTTPConnection.writePieces(of: bytes, to: channel, bound, timeLimit)
    }
    Task(priority: .serving) {
      let isComplete: Bool
      do {
        try await body(write)
        isComplete = true
      } catch {
        isComplete = false
      }
      channel.eventLoop.execute {
        let (connection, exchange) = bound.value
        if isComplete { connection.writeEnd(of: exchange, reply) } else { connection.drop(exchange) }
      }
    }
  }

  /// Writes bytes in pieces. A piece is written after the client has accepted most of the earlier ones; if that takes
  /// too long, the answer is aborted.
  ///
  /// A client has the time that a body of ``ServerLimits/input``'s default size may take to arrive, and proportionally
  /// more for longer answers. The limit is needed because the rest of the answer stays in memory. Connections without
  /// any progress are aborted earlier (``writeWatched(_:)``).
  private static func writePieces(
    of bytes: [UInt8], to channel: any Channel, _ bound: NIOLoopBound<(HTTPConnection, HTTPExchange)>,
    _ timeLimit: Duration
  ) async throws {
    let limit = TimeAmount(timeLimit * (1 + bytes.count / bytesPerTimeLimit))
    // A small part is passed on at once, so it needs no time limit here.
    let end =
      bytes.count > pieceSize ? channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) } : nil
    defer { end?.cancel() }
    for start in stride(from: 0, to: bytes.count, by: pieceSize) {
      let piece = ByteBuffer(bytes: bytes[start..<min(start + pieceSize, bytes.count)])
      try await channel.eventLoop.flatSubmit {
        let (connection, exchange) = bound.value
        exchange.record.sent += piece.readableBytes
        return connection.writeWatched(.body(.byteBuffer(piece)))
          ?? channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
      }.get()
    }
  }
}
