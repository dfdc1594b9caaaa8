import NIOCore
import NIOPosix

/// Accepts connections.
struct Listener: Sendable {
  /// How long queued connections are still accepted at shutdown.
  private static let lastConnections: Duration = .milliseconds(100)

  private let socket: ListeningSocket
  private let channel: any Channel
  private let connections: Connections

  /// Listens on the address and answers requests from now on.
  ///
  /// - Parameter prepare: adds the handlers of a connection, on its event loop.
  /// - Throws: a ``StartError``, or NIO's errors.
  init(
    _ address: ListenAddress, connections: Connections, maximumConnections: Int,
    prepare: @escaping @Sendable (any Channel) throws -> Void
  ) async throws {
    socket = try ListeningSocket(address)
    self.connections = connections
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(ConnectionLimit(maximumConnections))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try prepare(channel) } }
      .withBoundSocket(socket.descriptor).get()
    // NIO has called `listen` again, before any option of NIO's takes effect.
    socket.widenQueue()
  }

  /// The actual port.
  var port: Int? { channel.localAddress?.port }

  /// Accepts no more connections, answers the pending requests, and closes every connection.
  ///
  /// - Parameter patience: the time limit; requests that are not finished by then are aborted.
  func end(patience: Duration) async {
    let deadline = ContinuousClock.now + patience
    connections.startDraining()
    socket.stopQueueing()
    try? await Task.sleep(for: Self.lastConnections)
    try? await channel.close()
    for channel in connections.all { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    while connections.count > 0, ContinuousClock.now < deadline, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(10))
    }
    for channel in connections.all { channel.close(promise: nil) }
  }

  /// Calls back when the listening socket is closed, for any reason.
  func onClose(_ body: @escaping @Sendable () -> Void) {
    channel.closeFuture.whenComplete { _ in body() }
  }
}
