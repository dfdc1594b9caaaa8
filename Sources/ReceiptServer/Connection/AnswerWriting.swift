import HTTPTypes
import NIOCore
import NIOHTTP1

/// Writes answers.
extension HTTPConnection {
  /// The maximum size of a piece of an answer.
  private static let pieceSize = 1 << 16
  /// The amount of an answer that a client must accept, on average, within one time limit.
  private static let share = 4 << 20

  /// Writes an answer and ends its exchange. A small answer is flushed as a whole.
  func write(_ reply: Reply, of exchange: HTTPExchange) {
    guard let context else { return drop(exchange) }
    let head = HTTPResponseHead(reply, isOld: exchange.isOld, isLast: exchange.isLast, date: responder.dateHeader)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let hasBody = exchange.call.method != .head && head.status.mayHaveResponseBody
    switch reply.body {
    case .bytes(let bytes) where hasBody && bytes.count > Self.pieceSize:
      send(exchange, reply) { write in try await write(bytes) }
    case .stream(let body) where exchange.call.method != .head:
      context.flush()
      send(exchange, reply, body)
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

  /// Sends, in a task, a body that is produced or sent in parts.
  private func send(
    _ exchange: HTTPExchange, _ reply: Reply,
    _ body: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void
  ) {
    guard let channel = context?.channel else { return drop(exchange) }
    let patience = patience
    let bound = NIOLoopBound((self, exchange), eventLoop: channel.eventLoop)
    @Sendable func write(_ bytes: [UInt8]) async throws {
      try await HTTPConnection.send(bytes, to: channel, bound, patience)
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

  /// Sends bytes in pieces. A piece is sent after the client has accepted most of the earlier ones; if that takes too
  /// long, the answer is aborted.
  ///
  /// A client has the time that a body of ``ServerLimits/input``'s default size may take to arrive, and proportionally
  /// more for longer answers. The limit is needed because the rest of the answer stays in memory. Connections without
  /// any progress are aborted earlier (``writeWatched(_:)``).
  private static func send(
    _ bytes: [UInt8], to channel: any Channel, _ bound: NIOLoopBound<(HTTPConnection, HTTPExchange)>,
    _ patience: Duration
  ) async throws {
    let limit = TimeAmount(patience * (1 + bytes.count / share))
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

/// One request on a connection, and its answer. Only the connection's event loop uses it.
final class HTTPExchange {
  /// Where the body of the request goes.
  enum Destination {
    /// There is no body, or the connection discards it.
    case discarded
    /// The connection collects it, within a share of the memory budget, and then has it answered.
    case connection(WholeBody, MemoryShare)
    /// A task reads it.
    case task
  }

  let call: Call
  let began = ContinuousClock.now
  var record: RequestRecord
  /// Whether the client speaks HTTP/1.0, which has no interim answers and no chunks.
  let isOld: Bool
  /// Whether the connection ends after the answer.
  var isLast: Bool
  /// Whether the client waits to be told that the body is wanted.
  var isExpecting: Bool

  var destination = Destination.discarded
  /// The number of bytes of the body that have arrived.
  var arrived = 0
  /// Whether the whole request has arrived.
  var hasArrived = false
  /// Whether each line of the body is answered on arrival, without a limit on the number of lines.
  var isStreaming = false
  /// What the connection has collected.
  var bytes: [UInt8] = []

  init(_ call: Call, route: String, method: String, isOld: Bool, isLast: Bool) {
    self.call = call
    self.isOld = isOld
    self.isLast = isLast
    record = RequestRecord(route: route, method: method)
    isExpecting = !isOld && call.hasBody && call.headers[.expect]?.lowercased() == "100-continue"
  }

  /// Whether the answer has begun.
  var hasBegun: Bool { record.code != 0 }

  /// The number of missing bytes of the body, if it is known.
  var rest: Int? { call.hasBody ? call.announcedLength.map { $0 - arrived } : 0 }

  /// Lets go of what the connection has collected.
  func discardBody() {
    destination = .discarded
    bytes = []
  }
}
