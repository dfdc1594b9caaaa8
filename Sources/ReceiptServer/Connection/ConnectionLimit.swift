import NIOCore

/// Stops accepting connections while there are too many; further ones wait in the system's queue. The handler belongs
/// to the listening channel.
final class ConnectionLimit: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never
  typealias OutboundOut = Never

  private let maximum: Int
  private var count = 0
  private var isWaiting = false

  init(_ maximum: Int) {
    self.maximum = maximum
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    count += 1
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in
      let (limit, context) = bound.value
      limit.count -= 1
      guard limit.isWaiting, limit.count < limit.maximum else { return }
      limit.isWaiting = false
      context.read()
    }
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    guard count < maximum else {
      isWaiting = true
      return
    }
    context.read()
  }
}
