import NIOCore
import NIOHTTP1

/// Answers HTTP/1.0 according to RFC 9112 (6.1, 9.3): without chunks, and the end of the connection ends the answer.
///
/// It comes before handlers that treat every request as HTTP/1.1. It also normalises two things for them: the ways to
/// say that a request is the last on its connection, and the host names, of which later handlers read `Host` alone.
final class VersionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Requests whose answer is not completely written, in their order.
  private var requests: [(isOld: Bool, isLast: Bool)] = []

  /// Inserts one between HTTP's decoder and the next handler. Call it on the channel's event loop.
  static func add(to channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    try pipeline.addHandler(VersionHandler(), position: .after(decoder))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else {
      context.fireChannelRead(data)
      return
    }
    let isOld = head.version.major < 1 || (head.version.major == 1 && head.version.minor < 1)
    // Keeping a connection of HTTP/1.0 open is an extension that needs a length, which a stream of lines does not have.
    let isLast = isOld || !head.isKeepAlive
    requests.append((isOld, isLast))
    if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
    if let host = Self.host(ofTarget: head.uri),
      !head.headers[canonicalForm: "host"].allSatisfy({ $0.lowercased() == host })
    {
      head.headers.add(name: "host", value: host)
    }
    // HTTP/1.0 clients do not know interim answers.
    if isOld { head.headers.remove(name: "expect") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// The authority in a target in absolute form (RFC 9112, 3.2.2), in lower case; `nil` for other targets.
  ///
  /// It takes precedence over `Host`, which must be the same, and Swift's HTTP types have no place for it.
  private static func host(ofTarget target: String) -> String? {
    guard !target.hasPrefix("/"), let colon = target.firstRange(of: "://") else { return nil }
    return target[colon.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code >= 200:
      if requests.first?.isLast ?? true { head.headers.replaceOrAdd(name: "connection", value: "close") }
      if requests.first?.isOld ?? false { head.version = .http1_0 }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      if !requests.isEmpty { requests.removeFirst() }
      context.write(data, promise: promise)
    default: context.write(data, promise: promise)
    }
  }
}
