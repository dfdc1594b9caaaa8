import HTTPTypes
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOHTTPTypes

/// Monitors one connection: time limits for requests and answers, the size of requests, and the requests at shutdown.
///
/// No request is lost when the server ends. The guard runs on the connection's event loop.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// How long a connection without a request stays open at shutdown, for a request that has already been sent.
  private static let lastCall: TimeAmount = .milliseconds(500)
  /// The number of unwanted bytes to discard before closing, so that most clients get to read the reason.
  private static let toleratedExcess = 16 << 20
  /// The maximum number of missing bytes of an answered request for which the connection stays open.
  private static let toleratedRest = 1 << 16

  private let connections: Connections
  private let patience: TimeAmount
  private let maximumBody: Int
  private var arrival = RequestArrival()
  /// The deadline for the client to receive more of the output; `nil` if it has received everything.
  private var takingDeadline: NIODeadline?
  /// Parts of answers that were passed to the system but not yet accepted by it.
  private var untaken = 0
  private var timer: Scheduled<Void>?
  /// Requests whose answer is not completely written.
  private var unanswered = 0
  /// Whether the current answer is the last, because the rest of its request will not be read.
  private var isLeaving = false
  /// The number of discarded bytes of that request.
  private var thrownAway = 0
  private var isDraining = false
  private var hasPassedOnQuiescing = false
  /// The decoder's error.
  private var fault: HTTPParserError?
  /// Makes the answer to an unreadable request, and logs it unless its answer is logged anyway.
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
    // The first error: later ones are the decoder's results for the rest.
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

  /// Called by the consumer of the request, once it has space for more.
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
      // Unreadable requests were answered as well.
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

  /// Whether it is Hummingbird's own answer to the decoder's error: a bare 400. All of ours have more content.
  /// `ServeHTTPTests` (malformed HTTP) fails if that library answers otherwise.
  private static func isBare(_ head: HTTPResponse) -> Bool {
    head.status == .badRequest && head.headerFields.count == 2 && head.headerFields[.contentLength] == "0"
  }

  /// Passes the event on; the next handler closes the connection: at once, or after the current answer.
  private func passOnQuiescing(_ context: ChannelHandlerContext) {
    guard !hasPassedOnQuiescing else { return }
    hasPassedOnQuiescing = true
    context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }
}

/// Requests that are answered before they have arrived: without a token, too large, or for an unknown path.
extension ConnectionGuard {
  /// Whether the rest of the request exceeds the limit for discarding. An answer without a length is one of lines,
  /// which continues with the request.
  private func isUnwanted(restAt head: HTTPResponse) -> Bool {
    guard arrival.isUnderWay, head.headerFields[.contentLength] != nil else { return false }
    return arrival.rest.map { $0 > Self.toleratedRest } ?? true
  }

  /// Announces that no more requests are answered, and waits a moment until the client has read this.
  ///
  /// If it were closed at once, data that still arrives would reset the connection, and the answer would be lost.
  private func leave(_ context: ChannelHandlerContext, after written: EventLoopFuture<Void>) {
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    written.whenComplete { _ in bound.value.close(mode: .output, promise: nil) }
  }

  private func throwAway(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
    if case .body(let piece) = part { thrownAway += piece.readableBytes }
    if thrownAway > Self.toleratedExcess { context.close(promise: nil) }
  }
}

/// Time limits.
extension ConnectionGuard {
  /// A promise that is fulfilled when the client, or the system's buffer for it, has accepted a part of an answer.
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

  /// One timer for each connection: it is rescheduled when it fires, not with every request.
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
