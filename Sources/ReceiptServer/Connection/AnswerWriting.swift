import HTTPTypes
import NIOCore

/// Writes answers.
extension HTTPConnection {
  /// Writes an answer and ends its exchange. The answer is written in one piece, unless it is large or produced while
  /// it is sent.
  func write(_ reply: Reply, of exchange: Exchange) {
    exchange.hasBegun = true
    guard let context else { return drop(exchange) }
    let allowsBody = ResponseHead.allowsBody(reply.status.code)
    var bytes: [UInt8] = []
    let framing: ResponseHead.Framing
    switch reply.body {
    case .bytes(let body):
      if exchange.call.method != .head, allowsBody { bytes = body }
      framing = allowsBody ? .length(body.count) : .none
    case .stream: framing = exchange.isOld ? .connection : .chunks
    }
    let head = ResponseHead(
      status: reply.status.code, fields: reply.fields, framing: framing, isOld: exchange.isOld, isLast: exchange.isLast,
      date: responder.now)
    let isWhole = bytes.count <= AnswerPieces.size
    var buffer = context.channel.allocator.buffer(capacity: (isWhole ? bytes.count : 0) + 512)
    head.write(to: &buffer)
    if case .stream(let body) = reply.body, exchange.call.method != .head {
      context.writeAndFlush(wrapOutboundOut(.byteBuffer(buffer)), promise: nil)
      send(exchange, reply, body)
    } else if isWhole {
      buffer.writeBytes(bytes)
      exchange.record.sent = bytes.count
      writeLast(buffer, of: exchange, reply)
    } else {
      context.write(wrapOutboundOut(.byteBuffer(buffer)), promise: nil)
      send(exchange, reply) { [bytes] write in try await write(bytes) }
    }
  }

  private func writeLast(_ buffer: ByteBuffer, of exchange: Exchange, _ reply: Reply) {
    guard let written = writeWatched(buffer) else { return drop(exchange) }
    written.assumeIsolated().whenComplete { result in
      // The answer counts against the budget until it is sent.
      withExtendedLifetime(reply) {}
      if case .success = result { self.ended(exchange, isBrokenOff: false) } else { self.drop(exchange) }
    }
  }

  /// Sends, in a task, a body that is produced or sent in parts.
  private func send(
    _ exchange: Exchange, _ reply: Reply,
    _ body: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void
  ) {
    guard let context else { return drop(exchange) }
    let isChunked = if case .stream = reply.body { !exchange.isOld } else { false }
    let output = AnswerOutput(
      channel: context.channel, patience: patience, isChunked: isChunked,
      bound: NIOLoopBound((self, exchange), eventLoop: context.eventLoop))
    Task(priority: .serving) {
      let isComplete: Bool
      do {
        try await body(output.send)
        isComplete = true
      } catch {
        isComplete = false
      }
      output.channel.eventLoop.execute {
        let (connection, exchange) = output.bound.value
        guard isComplete else { return connection.drop(exchange) }
        guard isChunked else {
          withExtendedLifetime(reply) { connection.ended(exchange, isBrokenOff: false) }
          return
        }
        connection.writeLast(ByteBuffer(string: "0\r\n\r\n"), of: exchange, reply)
      }
    }
  }
}

/// The output for the body of one answer, for the task that sends it.
private struct AnswerOutput: Sendable {
  let channel: any Channel
  let patience: Duration
  let isChunked: Bool
  let bound: NIOLoopBound<(HTTPConnection, Exchange)>

  /// Sends bytes in pieces, each after the client has accepted the previous one.
  func send(_ bytes: [UInt8]) async throws {
    try await AnswerPieces(bytes, patience).send(on: channel) { piece in try await write(piece).get() }
  }

  private func write(_ piece: ByteBuffer) -> EventLoopFuture<Void> {
    let loop = channel.eventLoop
    return loop.flatSubmit {
      let (connection, exchange) = bound.value
      exchange.record.sent += piece.readableBytes
      return connection.writeWatched(isChunked ? Self.chunk(piece) : piece)
        ?? loop.makeFailedFuture(ChannelError.ioOnClosedChannel)
    }
  }

  /// One chunk (RFC 9112, 7.1).
  private static func chunk(_ piece: ByteBuffer) -> ByteBuffer {
    // A chunk without bytes would end the body.
    guard piece.readableBytes > 0 else { return piece }
    var chunk = ByteBuffer()
    chunk.reserveCapacity(piece.readableBytes + 16)
    chunk.writeString(String(piece.readableBytes, radix: 16) + "\r\n")
    chunk.writeImmutableBuffer(piece)
    chunk.writeStaticString("\r\n")
    return chunk
  }
}
