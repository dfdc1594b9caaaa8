import HTTPTypes
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOHTTPTypes

/// Watches one connection: how long its requests take to arrive, how much they bring, and that none is lost when the server ends.
///
/// It runs on the connection's event loop.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// How long a connection without a request is kept open when the server ends, for a request that is already on its way.
  private static let lastCall: TimeAmount = .milliseconds(500)
  /// How much more than a route takes is thrown away before the connection is closed, so that most clients get to read why.
  private static let toleratedExcess = 16 << 20

  private let connections: Connections
  private let patience: TimeAmount
  private let maximumBody: Int
  /// When the request that is being read has to have arrived.
  private var deadline: NIODeadline?
  private var timer: Scheduled<Void>?
  private var bytesRead = 0
  private var isStreaming = false
  /// Requests whose answer has not been written to its end.
  private var unanswered = 0
  private var isDraining = false
  private var hasPassedOnQuiescing = false
  /// What the decoder objected to.
  private var fault: HTTPParserError?
  /// Answers what cannot be read, and notes it if it is no request whose answer is noted anyway.
  private let explain: @Sendable (HTTPParserError?, _ isRequest: Bool) -> (HTTPResponse, ByteBuffer)

  init(
    connections: Connections, limits: ServerLimits,
    explain: @escaping @Sendable (HTTPParserError?, _ isRequest: Bool) -> (HTTPResponse, ByteBuffer)
  ) {
    self.connections = connections
    self.explain = explain
    patience = TimeAmount(limits.patience)
    maximumBody = max(limits.input, ServerLimits.appleBody) + Self.toleratedExcess
  }

  func handlerAdded(context: ChannelHandlerContext) {
    connections.opened(context.channel)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The first: what follows is what the decoder makes of the rest.
    fault = fault ?? error as? HTTPParserError
    context.fireErrorCaught(error)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      unanswered += 1
      bytesRead = 0
      connections.use(context.channel, isBusy: true)
      isStreaming = Call.isLines(head.headerFields)
      deadline = .now() + patience
      schedule(context)
    case .body(let piece):
      bytesRead += piece.readableBytes
      if isStreaming {
        deadline = .now() + patience
      } else if bytesRead > maximumBody {
        context.close(promise: nil)
        return
      }
    case .end:
      deadline = nil
    }
    context.fireChannelRead(data)
    if isDraining { passOnQuiescing(context) }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head) where Self.isBare(head):
      let (answer, body) = explain(fault, unanswered > 0)
      context.write(wrapOutboundOut(.head(answer)), promise: nil)
      context.write(wrapOutboundOut(.body(body)), promise: promise)
    case .head(var head) where head.status.kind != .informational && (isDraining || connections.isDraining):
      head.headerFields[.connection] = "close"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      // What is no request was answered all the same.
      unanswered = max(0, unanswered - 1)
      if unanswered == 0 { connections.use(context.channel, isBusy: false) }
      context.write(data, promise: promise)
    default: context.write(data, promise: promise)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is ChannelShouldQuiesceEvent else {
      context.fireUserInboundEventTriggered(event)
      return
    }
    isDraining = true
    if unanswered > 0 {
      passOnQuiescing(context)
    } else {
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      context.eventLoop.scheduleTask(in: Self.lastCall) { bound.value.0.passOnQuiescing(bound.value.1) }
    }
  }

  /// Whether it is Hummingbird's own answer to what the decoder objects to: 400 and nothing more. Ours all say more.
  private static func isBare(_ head: HTTPResponse) -> Bool {
    head.status == .badRequest && head.headerFields.count == 2 && head.headerFields[.contentLength] == "0"
  }

  /// What comes next in the pipeline closes the connection: at once, or behind the answer that is being made.
  private func passOnQuiescing(_ context: ChannelHandlerContext) {
    guard !hasPassedOnQuiescing else { return }
    hasPassedOnQuiescing = true
    context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }

  /// One timer a connection: it is set anew when it goes off, not with every request.
  private func schedule(_ context: ChannelHandlerContext) {
    guard timer == nil, let deadline else { return }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: deadline) {
      let (guardian, context) = bound.value
      guardian.timer = nil
      guard let deadline = guardian.deadline else { return }
      if deadline <= .now() {
        context.close(promise: nil)
      } else {
        guardian.schedule(context)
      }
    }
  }
}
