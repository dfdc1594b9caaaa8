import HTTPTypes
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOHTTPTypes

/// Watches one connection: how long its requests take to arrive and its answers to be taken, how much it brings, and that no request is
/// lost when the server ends.
///
/// It runs on the connection's event loop.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// How long a connection without a request is kept open when the server ends, for a request that is already on its way.
  private static let lastCall: TimeAmount = .milliseconds(500)
  /// How much more than is of use is thrown away before the connection is closed, so that most clients get to read why.
  private static let toleratedExcess = 16 << 20
  /// How much of a request may be missing when it is answered without the connection being given up for it.
  private static let toleratedRest = 1 << 16

  private let connections: Connections
  private let patience: TimeAmount
  private let maximumBody: Int
  private var arrival = RequestArrival()
  /// When the client has to have taken more of what was written; `nil` where it has taken everything.
  private var takingDeadline: NIODeadline?
  /// Parts of answers that were handed to the system and not taken by it.
  private var untaken = 0
  private var timer: Scheduled<Void>?
  /// Requests whose answer has not been written to its end.
  private var unanswered = 0
  /// Whether the answer that is being written is the last, because its request has not arrived and is not waited for.
  private var isLeaving = false
  /// How much of that request was thrown away.
  private var thrownAway = 0
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
    arrival.wait(until: .now() + patience)
    schedule(context)
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
    let part = unwrapInboundIn(data)
    guard !isLeaving else {
      throwAway(part, context)
      return
    }
    switch part {
    case .head(let head):
      unanswered += 1
      connections.use(context.channel, isBusy: true)
      arrival.begin(head.headerFields, until: .now() + patience)
      schedule(context)
    case .body(let piece):
      arrival.take(piece, until: .now() + patience)
      if !arrival.isStreaming, arrival.count > maximumBody {
        context.close(promise: nil)
        return
      }
    case .end: arrival.end()
    }
    context.fireChannelRead(data)
    if isDraining { passOnQuiescing(context) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    arrival.pause(at: .now())
    context.fireChannelReadComplete()
  }

  /// Asked for by what works on the request, once it has room for more.
  func read(context: ChannelHandlerContext) {
    arrival.resume(at: .now())
    context.read()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head) where Self.isBare(head):
      let (answer, body) = explain(fault, unanswered > 0)
      context.write(wrapOutboundOut(.head(answer)), promise: nil)
      context.write(wrapOutboundOut(.body(body)), promise: promise)
    case .head(var head) where head.status.kind != .informational:
      isLeaving = unanswered == 1 && isUnwanted(restAt: head)
      if isLeaving || isDraining || connections.isDraining { head.headerFields[.connection] = "close" }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: watched(promise, context))
    case .end:
      // What is no request was answered all the same.
      unanswered = max(0, unanswered - 1)
      if unanswered == 0 {
        connections.use(context.channel, isBusy: false)
        if isLeaving || !arrival.isUnderWay { arrival.wait(until: .now() + patience) }
        schedule(context)
      }
      let written = watched(promise, context)
      if isLeaving { leave(context, after: written.futureResult) }
      context.write(data, promise: written)
    default: context.write(data, promise: promise)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if isLeaving, event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
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
}

/// Requests that are answered before they have arrived: without the token, too large, for nothing that is there.
extension ConnectionGuard {
  /// Whether the rest of the request is more than is read for nothing. An answer without a length is one of lines, which goes on with it.
  private func isUnwanted(restAt head: HTTPResponse) -> Bool {
    guard arrival.isUnderWay, head.headerFields[.contentLength] != nil else { return false }
    return arrival.rest.map { $0 > Self.toleratedRest } ?? true
  }

  /// Says that nothing more is answered, and waits a moment for the client to hear it: closed at once, the connection would be reset by
  /// what still arrives, and the answer be lost with it.
  private func leave(_ context: ChannelHandlerContext, after written: EventLoopFuture<Void>) {
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    written.whenComplete { _ in bound.value.close(mode: .output, promise: nil) }
  }

  private func throwAway(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
    if case .body(let piece) = part { thrownAway += piece.readableBytes }
    if thrownAway > Self.toleratedExcess { context.close(promise: nil) }
  }
}

/// Time.
extension ConnectionGuard {
  /// A promise that tells when the client, or what the system keeps for it, has taken a part of an answer.
  private func watched(_ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
    let promise = promise ?? context.eventLoop.makePromise()
    untaken += 1
    if takingDeadline == nil {
      takingDeadline = .now() + patience
      schedule(context)
    }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    promise.futureResult.whenComplete { _ in
      let guardian = bound.value
      guardian.untaken -= 1
      guardian.takingDeadline = guardian.untaken == 0 ? nil : .now() + guardian.patience
    }
    return promise
  }

  private var nextDeadline: NIODeadline? {
    [arrival.deadline(at: .now()), takingDeadline].compactMap { $0 }.min()
  }

  /// One timer a connection: it is set anew when it goes off, not with every request.
  private func schedule(_ context: ChannelHandlerContext) {
    guard timer == nil, let next = nextDeadline else { return }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: next) {
      let (guardian, context) = bound.value
      guardian.timer = nil
      if let deadline = guardian.nextDeadline, deadline <= .now() {
        context.close(promise: nil)
      } else {
        guardian.schedule(context)
      }
    }
  }
}
