import NIOCore

/// Passes bytes on to the decoder one request at a time, so that no request is read while an earlier one is answered.
///
/// A client that sends requests and does not take the answers would otherwise fill the memory with them: a decoded head
/// takes ten times as much as its bytes. Here the bytes of one read wait, and no more are read.
final class RequestGate: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The size of a piece of a body whose end only the decoder finds.
  private static let pieceSize = 1 << 10
  /// The number of bytes of the shortest request: `GET / HTTP/1.1` and two line feeds.
  private static let shortestHead = 16
  /// The number of bytes of further requests that are kept when the client has ended its side: the system then passes
  /// on all that it has, although nothing is read.
  private static let mostAfterEnd = 1 << 15

  /// What the connection takes.
  enum Demand {
    /// Nothing: what comes belongs to a further request, which waits.
    case nothing
    /// Nothing more of the body for now.
    case pause
    /// One head of a request.
    case head
    /// So many bytes of a body; `nil` if its end is not known.
    case body(Int?)
    /// All that comes, to throw it away.
    case rest
  }

  /// Asks the connection; set by it.
  var demand: () -> Demand = { .rest }

  private var context: ChannelHandlerContext?
  private var held = ByteBuffer()
  /// The end of the client's side, which comes after the held bytes.
  private var isEndHeld = false
  /// Whether the connection is handling bytes that were passed on.
  private(set) var isPassing = false

  /// Whether bytes wait.
  var isHolding: Bool { held.readableBytes > 0 }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var piece = unwrapInboundIn(data)
    if isHolding { held.writeBuffer(&piece) } else { held = piece }
    pass(context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    held = ByteBuffer()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed, isHolding else {
      context.fireUserInboundEventTriggered(event)
      return
    }
    isEndHeld = true
    if case .nothing = demand(), held.readableBytes > Self.mostAfterEnd { held = ByteBuffer() }
    endIfDone(context)
  }

  /// Passes on what the connection takes now; it has finished a request, or has space.
  func passOn() {
    guard !isPassing, isHolding, let context else { return }
    pass(context)
    context.fireChannelReadComplete()
    endIfDone(context)
  }

  private func pass(_ context: ChannelHandlerContext) {
    guard !isPassing else { return }
    isPassing = true
    while let piece = next() { context.fireChannelRead(wrapInboundOut(piece)) }
    isPassing = false
    if !isHolding { held = ByteBuffer() }
  }

  private func endIfDone(_ context: ChannelHandlerContext) {
    guard isEndHeld, !isHolding else { return }
    isEndHeld = false
    context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
  }

  private func next() -> ByteBuffer? {
    guard isHolding else { return nil }
    switch demand() {
    case .nothing, .pause: return nil
    case .head: return held.readSlice(length: lengthOfHead)
    case .body(let rest): return held.readSlice(length: min(held.readableBytes, max(1, rest ?? Self.pieceSize)))
    case .rest: return held.readSlice(length: held.readableBytes)
    }
  }

  /// The number of bytes up to the first empty line behind a request line; without one, the number of all bytes. The
  /// decoder decides where a head ends: the end that is found here may be too early, but never too late.
  private var lengthOfHead: Int {
    held.withUnsafeReadableBytes { bytes in
      // The index of the last line feed; far away before the first one.
      var lastLineFeed = Int.min / 2
      var previousByte = UInt8(0)
      for (index, byte) in bytes.enumerated() {
        if byte == UInt8(ascii: "\n") {
          let length = index - lastLineFeed - 1
          let isEmptyLine = length == 0 || length == 1 && previousByte == UInt8(ascii: "\r")
          if isEmptyLine, index + 1 >= Self.shortestHead { return index + 1 }
          lastLineFeed = index
        }
        previousByte = byte
      }
      return bytes.count
    }
  }
}
